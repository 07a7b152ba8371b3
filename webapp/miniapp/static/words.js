// The page's labels, as the server's catalogue has them.

let words = {};

export function learn(given) {
  words = given;
}

/** The label of this key, its blanks filled. */
export function t(key, blanks = {}) {
  return (words[key] ?? "").replace(/\{(\w+)\}/g, (_, name) => blanks[name] ?? "");
}
