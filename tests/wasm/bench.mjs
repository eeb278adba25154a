// Times the work of bench/loop.h in wasm under Node, as `anden bench --json` does natively: one object per line
// with game, seats, what, ns, ns_median, count, rounds, and for play the signature.
// node bench.mjs BENCH_WASM GAMES ROUNDS [NATIVE_PROGRAM]
// With a native program the signatures and counts of both are compared; it fails if they differ.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const [wasm, games, rounds, native] = process.argv.slice(2);
const works = ['play', 'list', 'view', 'resample'];
const { bench_game, bench_open, bench_time, bench_sign, memory } = new WebAssembly.Instance(
  new WebAssembly.Module(readFileSync(wasm)),
).exports;

function text(at) {
  const bytes = new Uint8Array(memory.buffer, at);
  return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
}

function measure(game, seats, work) {
  const times = [];
  let count = 0;
  for (let i = 0; i < Number(rounds); i++) {
    const start = process.cpuUsage();
    count = Number(bench_time(work, Number(games)));
    const { user, system } = process.cpuUsage(start);
    times.push(1000 * (user + system));
  }
  times.sort((a, b) => a - b);
  const ns = (time) => Math.round((time / count) * 1000) / 1000;
  const row = { game, seats, what: works[work], ns: ns(times[0]), ns_median: ns(times[times.length >> 1]), count };
  if (work === 0) row.signature = BigInt.asUintN(64, bench_sign()).toString(16).padStart(16, '0');
  return { ...row, rounds: Number(rounds) };
}

const rows = [];
for (let number = 0, at; (at = bench_game(number)) !== 0; number++) {
  const game = text(at);
  for (const most of [0, 1]) {
    const seats = bench_open(number, most);
    for (let work = 0; work < works.length; work++) {
      rows.push(measure(game, seats, work));
      console.log(JSON.stringify(rows.at(-1)));
    }
  }
}

if (native) {
  const lines = execFileSync(native, ['bench', '--games', games, '--rounds', '1', '--json'], { encoding: 'utf8' });
  const other = lines.trim().split('\n').map(JSON.parse);
  const known = ({ game, seats, what, count, signature }) => JSON.stringify([game, seats, what, count, signature]);
  const different = rows.filter((row, i) => !other[i] || known(row) !== known(other[i]));
  for (const row of different) console.log(`not what ${native} does: ${known(row)}`);
  console.log(`${rows.length} rows, ${different.length} differences between wasm and native`);
  process.exit(different.length || rows.length !== other.length ? 1 : 0);
}
