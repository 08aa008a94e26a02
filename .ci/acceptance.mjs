// Prints docs/sites/acceptance.md with the outcome of each row, read off the surefire reports below a folder:
// what has run last if none is named. Ends with 1 if a row names no test, or one of its tests failed, was
// skipped or did not run.
import { readFileSync } from 'node:fs';
import { cases } from './reports.mjs';

const ROW = /^\|\s*(\d+)\s*\|([^|]*)\|([^|]*)\|([^|]*)\|([^|]*)\|\s*$/;

/** "Class#method" -> passed | FAILED | SKIPPED, the worst of its cases. */
function outcomes(folder) {
    const found = new Map();
    for (const { type, name, failure, skipped } of cases(folder)) {
        const outcome = failure !== null ? 'FAILED' : skipped ? 'SKIPPED' : 'passed';
        const key = `${type.replace(/.*\./, '')}#${/^\w*/.exec(name)[0]}`;
        if (!found.has(key) || outcome !== 'passed') found.set(key, outcome);
    }
    return found;
}

const found = outcomes(process.argv[2] ?? '.');
const rows = readFileSync('docs/sites/acceptance.md', 'utf8').split('\n').map((line) => ROW.exec(line)).filter(Boolean);
const missing = Array.from({ length: 28 }, (_, test) => test + 1).filter((test) => !rows.some((row) => +row[1] === test));
let good = rows.length > 0 && missing.length === 0;
for (const [, number, party, test, expected, shown] of rows) {
    const tests = [...shown.matchAll(/`(\w+#\w+)`/g)].map((match) => match[1]);
    const bad = tests.filter((name) => found.get(name) !== 'passed').map((name) => `${name}: ${found.get(name) ?? 'NOT RUN'}`);
    const outcome = tests.length === 0 ? 'NO TEST' : bad.length === 0 ? `ok (${tests.length})` : bad.join(', ');
    good &&= outcome.startsWith('ok');
    console.log([number.padStart(2), party.trim().padEnd(28), test.trim().padEnd(64), expected.trim().padEnd(56), outcome].join('  '));
}
if (missing.length > 0) console.log(`tests without a row: ${missing.join(', ')}`);
console.log(good ? `all ${rows.length} rows hold` : 'NOT ALL ROWS HOLD');
process.exit(good ? 0 : 1);
