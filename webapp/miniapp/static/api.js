// Requests to the server. The session's token lives in this page's memory and nowhere else.

import { launchData } from "./telegram.js";

const ROOT = new URL("../../api/", import.meta.url);
const PATIENCE = 10_000;

let token = null;
let signingIn = null;

export class Denied extends Error {
  constructor(status, reason, text) {
    super(text || reason);
    this.status = status;
    this.reason = reason;
    this.text = text;
  }
}

/** The server did not answer. */
export class Offline extends Error {}

export function address(path) {
  return new URL(path, ROOT);
}

/** Exchanges the launch data for a session; one exchange at a time. */
export function signIn() {
  signingIn ??= request("POST", "session", { launch: launchData })
    .then((session) => {
      token = session.token;
      return session;
    })
    .finally(() => {
      signingIn = null;
    });
  return signingIn;
}

export function authorization() {
  return { Authorization: `Bearer ${token}` };
}

/** A request of the session; signs in anew, once, where the session has ended. */
export async function call(method, path, body) {
  try {
    return await request(method, path, body, authorization());
  } catch (error) {
    if (!(error instanceof Denied) || error.status !== 401) throw error;
    await signIn();
    return request(method, path, body, authorization());
  }
}

/** Sends a text as it is. */
export function upload(path, text) {
  return call("POST", path, new Blob([text], { type: "application/x-ndjson" }));
}

async function request(method, path, body, headers = {}) {
  const raw = body instanceof Blob;
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), PATIENCE);
  let response;
  let data;
  try {
    response = await fetch(address(path), {
      method,
      headers: body ? { ...headers, "Content-Type": raw ? body.type : "application/json" } : headers,
      body: raw ? body : body && JSON.stringify(body),
      cache: "no-store",
      signal: abort.signal,
    });
    data = await response.json();
  } catch {
    if (!response || response.ok || response.status >= 500) throw new Offline();
    data = {};
  } finally {
    clearTimeout(timer);
  }
  if (!response.ok) throw new Denied(response.status, data.reason, data.text);
  return data;
}

/** A random id; written out because randomUUID is missing where the page is not served by TLS. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
