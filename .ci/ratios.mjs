// Names each row of the small bench (RatioTest) that costs a tenth more than docs/performance.json says, or
// that is not in it. It only warns: its end is 0 also then, and also if nothing was measured.
import { existsSync, readFileSync } from 'node:fs';

const WORSE = 1.1;
const MEASURED = 'oidc-provider/target/bench.json';

const figures = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});
const known = figures('docs/performance.json');

function compared([row, { figure }]) {
    const costs = `${row.slice('ratio.'.length)} costs ${figure.value.toFixed(2)} trivial handlers`;
    const before = known[row];
    if (before === undefined) return `new: ${costs}`;
    const then = `${before.figure.value.toFixed(2)} on ${before.day} (${before.commit})`;
    return figure.value > WORSE * before.figure.value ? `WORSE: ${costs}, ${then}` : `as before: ${costs}, ${then}`;
}

const rows = Object.entries(figures(MEASURED)).filter(([row]) => row.startsWith('ratio.')).map(compared);
console.log(rows.length === 0 ? 'not measured' : rows.join('\n'));
