// The page's labels, as the server's catalogue has them.

let words = {};

export function learn(given) {
  words = given;
}

/** The label of this key, its blanks filled. */
export function t(key, blanks = {}) {
  return (words[key] ?? "").replace(/\{(\w+)\}/g, (_, name) => blanks[name] ?? "");
}

/** What a column of the sheet is called: a seat, the case, what lies face up or aside. */
export function nameOf(table, place) {
  if (place === "case") return t("case");
  if (place === "up") return t("face_up");
  if (place === "aside") return t("aside");
  return Number(place) === table.me ? t("you") : table.seats[place].name;
}
