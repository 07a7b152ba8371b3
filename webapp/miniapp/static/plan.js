// The board's plan, drawn from the server's grid: outlines, doors and places, in units of a square.

export const SQUARE = 20;
const SIDES = [
  { down: -1, right: 0, from: [0, 0], to: [0, 1] },
  { down: 0, right: 1, from: [0, 1], to: [1, 1] },
  { down: 1, right: 0, from: [1, 0], to: [1, 1] },
  { down: 0, right: -1, from: [0, 0], to: [1, 0] },
];

/** What is drawn once: corridor, closed block, rooms with walls and doors, passages, starts. */
export function drawn(board) {
  const { grid, doors, passages, starts } = board;
  const roomAt = (row, column) => board.rooms[grid[row]?.[column]?.toUpperCase()] ?? null;
  const squares = cells(grid, (cell) => cell === "." || /\d/.test(cell));
  const rooms = Object.values(board.rooms).map((id) => {
    const inside = cells(grid, (_, row, column) => roomAt(row, column) === id);
    const walls = inside.flatMap(([row, column]) =>
      SIDES.filter((side) => roomAt(row + side.down, column + side.right) !== id)
        .filter((side) => !leads(doors, [row, column], side))
        .map((side) => edge([row, column], side)));
    return { id, area: inside.map(tile).join(""), walls: walls.join(""), ...middle(inside) };
  });
  return {
    height: grid.length * SQUARE,
    width: grid[0].length * SQUARE,
    corridor: squares.map(tile).join(""),
    closed: cells(grid, (cell) => cell === "X").map(tile).join(""),
    centre: middle(cells(grid, (cell) => cell === "X")),
    rooms,
    doors: doors.map(({ cell, front }) => edge(cell, SIDES.find((side) => isFront(cell, side, front)))).join(""),
    passages: Object.entries(passages).map(([from, to]) => ({ from, to, ...corner(board, from, grid) })),
    starts: Object.entries(starts).map(([token, square]) => ({ token, ...centre(square) })),
  };
}

/** The middle of a square. */
export const centre = ([row, column]) => ({ x: (column + 0.5) * SQUARE, y: (row + 0.5) * SQUARE });

/** Places for so many things side by side around x. */
export const sideBySide = (count, x, gap = SQUARE) =>
  Array.from({ length: count }, (_, n) => x + (n - (count - 1) / 2) * gap);

function cells(grid, wanted) {
  return grid.flatMap((line, row) =>
    [...line].map((cell, column) => [cell, row, column]).filter((each) => wanted(...each))
      .map(([, r, column]) => [r, column]));
}

const tile = ([row, column]) => `M${column * SQUARE} ${row * SQUARE}h${SQUARE}v${SQUARE}h-${SQUARE}z`;

function edge([row, column], { from, to }) {
  const point = ([down, right]) => `${(column + right) * SQUARE} ${(row + down) * SQUARE}`;
  return `M${point(from)}L${point(to)}`;
}

const isFront = ([row, column], side, front) =>
  row + side.down === front[0] && column + side.right === front[1];

const leads = (doors, at, side) =>
  doors.some(({ cell, front }) => cell[0] === at[0] && cell[1] === at[1] && isFront(at, side, front));

function middle(inside) {
  const [rows, columns] = [0, 1].map((axis) => inside.map((each) => each[axis]));
  const half = (numbers) => ((Math.min(...numbers) + Math.max(...numbers) + 1) / 2) * SQUARE;
  return { x: half(columns), y: half(rows) };
}

/** The cell of a room that is nearest to a corner of the board. */
function corner(board, room, grid) {
  const inside = cells(grid, (cell) => board.rooms[cell.toUpperCase()] === room);
  const [height, width] = [grid.length - 1, grid[0].length - 1];
  const away = ([row, column]) => Math.min(row, height - row) + Math.min(column, width - column);
  return centre(inside.reduce((best, each) => (away(each) < away(best) ? each : best)));
}
