#!/usr/bin/env python3
"""Checks the deal, every draw and every answer of a case record without the game's own code.
usage: verify_record.py FILE. Why it checks what: docs/record.md, "Fairness"."""

import hashlib, hmac, itertools, json, sys  # noqa: E401, I001

# fmt: off  (short enough to be read in one sitting)
LISTS = """
suspects red yellow white green blue purple; vehicles balloon seaplane airliner limousine
automobile train; destinations falls island mountain geyser memorial beach bridge canyon fort;
grand-weapons rope pipe knife wrench candlestick revolver; grand-rooms kitchen ballroom
conservatory dining billiard library lounge hall study; advanced-weapons knife rope candlestick
revolver; advanced-rooms billiard dining kitchen hall library; normal-weapons knife rope
candlestick; normal-rooms billiard dining kitchen; female red white blue; male yellow green
purple; flying balloon seaplane airliner; blue balloon seaplane limousine; red airliner
automobile train; north falls island mountain geyser; south memorial beach bridge canyon fort;
west mountain geyser bridge canyon fort; kitchen study; study kitchen; conservatory lounge;
lounge conservatory"""
LISTS = {part.split()[0]: part.split()[1:] for part in LISTS.split(";")}
ACTIONS = ["any"] * 10 + ["present"] * 9 + ["snoop"] * 4 + ["all_snoop_left"] * 2
ACTIONS += ["all_snoop_right"] * 2
ACTIONS += [f"sleuth_{t}" for t in ("female", "male", "flying", "blue", "south", "west")]
ACTIONS += [f"tip_{t}" for t in ("suspects", "vehicles", "destinations", "female", "red", "north")]


def sha(data):
    return hashlib.sha256(data).digest()


def numbers(key, label, index):
    for k in itertools.count():
        block = hmac.digest(key, f"{label}/{index}/{k}".encode(), "sha256")
        yield from (int.from_bytes(block[i : i + 8], "big") for i in range(0, 32, 8))


def one(lots, items):
    return items[next(x for x in lots if x < 2**64 - 2**64 % len(items)) % len(items)]


def shuffled(lots, items):
    items = list(items)
    for i in range(len(items) - 1, 0, -1):
        j = one(lots, range(i + 1))
        items[i], items[j] = items[j], items[i]
    return items


class Match:
    def __init__(self, head, key):
        self.key, self.head, self.n = key, head, len(head["seats"])
        self.getaway, deck = head["rules"] == "getaway", head.get("deck") or "grand"
        others = [f"{deck}-weapons", f"{deck}-rooms"]
        names = ["vehicles", "destinations"] if self.getaway else others
        self.categories = [LISTS[name] for name in ["suspects", *names]]
        self.deck = [card for category in self.categories for card in category]
        self.room, self.marker, self.discards, self.removed = {}, [], [], set()
        self.index, self.seen, self.active = -1, {}, None  # the last line, looks aside, whose turn
        self.asked, self.due, self.whole = [], [], False  # which cards answer, which seats must

    def agrees(self, line, before):
        self.index += "chance" in line or "move" in line
        if "chance" in line:
            return self.chance(line, line["chance"], numbers(self.key, line["chance"], self.index))
        if "move" in line:
            return self.move(line, line["seat"], line["move"])
        first = "dealt" not in line or self.head["scheme"] == "casekeeper-1"
        return first or self.leaves(before, line["dealt"])

    def chance(self, line, kind, lots):
        if kind == "deal":
            self.hands, self.up, self.aside = line["hands"], line["up"], line.get("aside", [])
            case = [one(lots, category) for category in self.categories]
            rest = shuffled(lots, [card for card in self.deck if card not in case])
            first = self.head["dealer"] + 1 if self.getaway else 0
            n, end = self.n, len(rest) - len(self.up) - len(self.aside)
            hands = [sorted(rest[(seat - first) % n : end : n]) for seat in range(n)]
            lies = line["case"], sorted(self.up + self.aside), [*map(sorted, self.hands)]
            return lies == (case, sorted(rest[end:]), hands)
        if kind == "first":
            return line.get("by") == "vote" or line["seat"] == one(lots, range(self.n))
        if kind == "markers":
            self.marker = shuffled(lots, LISTS["destinations"])[: self.n]
            return line["seats"] == self.marker
        if kind == "pile":
            source, self.discards = self.discards or ACTIONS, []
            return line["cards"] == shuffled(lots, source)
        if kind == "weapons":
            rooms = [line["rooms"][weapon] for weapon in LISTS["grand-weapons"]]
            return rooms == shuffled(lots, LISTS["grand-rooms"])[:6]
        if kind == "roll":
            return line["dice"] == [one(lots, range(1, 7)) for _ in line["dice"]]
        aside = line["target"] == "aside"
        seen = self.seen.setdefault(line["seat"], []) if aside else []
        lies = self.aside if aside else self.hands[line["target"]]
        seen.append(one(lots, [card for card in self.deck if card in lies and card not in seen]))
        return line["card"] == seen[-1]

    def leaves(self, deal, note):
        places = {card: str(seat) for seat, hand in enumerate(self.hands) for card in hand}
        for place, cards in ("case", deal["case"]), ("up", self.up), ("aside", self.aside):
            places |= dict.fromkeys(cards, place)
        salts = {card: hmac.digest(self.key, f"leaf/{card}".encode(), "sha256") for card in places}
        found = [sha(salts[card] + f"{card}/{places[card]}".encode()) for card in self.deck]
        sealed = [leaf.hex() for leaf in found], sha(b"".join(found)).hex()
        return (note["leaves"], note["root"]) == sealed

    def move(self, line, seat, move):
        if move in ("show", "answer"):
            return self.answer(line, seat, move)
        if move == "removed":
            self.removed.add(seat)
            self.due = [] if seat == self.active else self.due
            return True
        cards, go, action = line.get("cards", []), line.get("go"), line.get("action", "_")
        kind, _, trait = action.partition("_")
        own = (self.head.get("tokens") or {seat: None})[seat]
        if move in ("walk", "passage"):
            self.room[own] = line["to"] if move == "walk" else LISTS[self.room[own]][0]
        elif move == "suggest":
            self.room[cards[0]] = self.room[own]
            cards = [*cards, self.room[own]]
        elif kind == "any" or go:
            go = go or cards[2]
            self.marker = [self.marker[seat] if lies == go else lies for lies in self.marker]
            self.marker[seat] = go
        elif kind == "present":
            cards = [*cards, self.marker[seat]]
        late, self.active, self.asked = self.due, seat, LISTS.get(trait, cards)
        left = [(seat + step) % self.n for step in range(1, self.n)]
        self.due = [s for s in left if {*self.asked} & {*self.hands[s]}]
        self.due = self.due if kind == "sleuth" else self.due[:1]
        self.due, self.whole = ([line["target"]] if kind == "tip" else self.due), trait[-1:] == "s"
        self.discards += [action] if kind not in ("", "tip") else []
        return not late  # else an answer was missing

    def answer(self, line, seat, move):
        fit = [card for card in self.deck if card in self.asked and card in self.hands[seat]]
        ways = [fit] if move == "answer" and (self.whole or not fit) else [[card] for card in fit]
        if line.get("by") == "lot" or seat in self.removed:
            ways = [one(numbers(self.key, move, self.index), ways)]
        given, asked = [line["card"]] if move == "show" else line["cards"], seat in self.due
        self.due = [other for other in self.due if other != seat]
        return asked and sorted(given) in map(sorted, ways)


def check(lines):
    head, seed = lines[0] | lines[1], bytes.fromhex(lines[-1]["opened"]["seed"])
    if sha(seed).hex() != head["sealed"]:
        return len(lines)
    luck = next((line["dealt"]["luck"] for line in lines if "dealt" in line), [])
    key = hmac.digest(seed, b"luck" + b"".join(sha(text.encode()) for text in luck), "sha256")
    key = seed if head["scheme"] == "casekeeper-1" else key
    match, numbered = Match(head, key), zip(itertools.count(2), lines[1:], lines, strict=False)
    if match.getaway and head["dealer"] != one(numbers(key, "dealer", 0), range(match.n)):
        return 1
    return next((n for n, line, before in numbered if not match.agrees(line, before)), None)


with open(sys.argv[1], encoding="utf-8") as file:
    wrong = check([json.loads(line) for line in file if line.strip()])
sys.exit(f"line {wrong} disagrees" if wrong else print("good"))
