// The line to the server: acts go out, news come in by one long poll that resumes by revision.

const API = "/playground/api";

export class Impossible extends Error {}

export async function act(name, args) {
  const response = await fetch(`${API}/act`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Theme": currentTheme() },
    body: JSON.stringify({ do: name, args }),
  });
  const body = await response.json();
  if (!response.ok) throw new Impossible(body.reason);
  return body.result;
}

export function currentTheme() {
  const chosen = document.documentElement.dataset.theme;
  if (chosen) return chosen;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

export const fileUrl = (file) => `${API}/file/${file.path}`;

// Calls `hear(news)` for ever; `lost(true)` while the server does not answer.
export async function listen(hear, lost) {
  let revision = 0;
  let epoch = "";
  let toast = 0;
  for (;;) {
    try {
      const wait = revision ? 20 : 0;
      const query = new URLSearchParams({ after: revision, epoch, toast, wait });
      const response = await fetch(`${API}/world?${query}`, { cache: "no-store" });
      if (!response.ok) throw new Error(response.statusText);
      const news = await response.json();
      const fresh = news.epoch !== epoch;
      const first = epoch === "";
      epoch = news.epoch;
      revision = news.revision;
      if (fresh || news.toasts.length) toast = Math.max(0, ...news.toasts.map((t) => t.id), fresh ? 0 : toast);
      lost(false);
      hear({ ...news, fresh, toasts: first ? [] : news.toasts });
    } catch (error) {
      if (!(error instanceof TypeError) && !(error instanceof Error)) throw error;
      lost(true);
      await new Promise((resume) => setTimeout(resume, 1000));
    }
  }
}
