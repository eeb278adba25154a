// Runs the wasm32 build of tests/wasm/hashes.c and compares its numbers with the native ones:
// node compare.mjs HASHES_WASM NATIVE_PROGRAM GAMES_OF_EACH
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const [wasm, native, each] = process.argv.slice(2);
const scale = Number(process.env.ANDEN_TEST_SCALE ?? 100) / 100;
const games = Math.max(1, Math.round(Number(each) * scale));

const module = new WebAssembly.Module(readFileSync(wasm));
const imports = WebAssembly.Module.imports(module);
if (imports.length > 0) {
  console.log('the engine asks the outside for', imports.map((i) => i.name).join(', '));
  process.exit(1);
}
const { hashes_games, hashes_play, hashes_state_size, hashes_view_size } = new WebAssembly.Instance(module).exports;

const [sizes, ...lines] = execFileSync(native, [String(games)], { encoding: 'utf8', maxBuffer: 1 << 26 })
  .trim()
  .split('\n');
const count = hashes_games(games);
const own = `${hashes_state_size()} ${hashes_view_size()} ${count}`;
let different = 0;
if (own !== sizes) {
  console.log(`sizes of state and view, number of games: wasm ${own}, native ${sizes}`);
  different++;
}
for (let k = 0; k < count; k++) {
  const hash = BigInt.asUintN(64, hashes_play(k)).toString(16).padStart(16, '0');
  if (hash !== lines[k] || /^0+$/.test(hash)) {
    if (different < 10) console.log(`game ${k}: wasm ${hash}, native ${lines[k]}`);
    different++;
  }
}
console.log(`${count} games, ${different} differences between wasm and native`);
process.exit(different || count === 0 ? 1 : 0);
