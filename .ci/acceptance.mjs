// Prints docs/sites/acceptance.md with the outcome of each row, read off the surefire reports of the suite that has just
// run. Ends with 1 if a row names no test, or one of its tests failed, was skipped or did not run.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const REPORTS = ['oidc-provider', 'alb-example'].map((module) => join(module, 'target', 'surefire-reports'));
const ROW = /^\|\s*(\d+)\s*\|([^|]*)\|([^|]*)\|([^|]*)\|([^|]*)\|\s*$/;

/** "Class#method" -> passed | FAILED | SKIPPED, the worst of its cases. */
function outcomes() {
    const found = new Map();
    for (const folder of REPORTS) {
        for (const file of list(folder)) {
            const report = readFileSync(join(folder, file), 'utf8');
            for (const [, attributes, , content] of report.matchAll(/<testcase ([^>]*?)(\/>|>([\s\S]*?)<\/testcase>)/g)) {
                const name = /(?:^| )name="(\w+)/.exec(attributes)?.[1];
                const type = /classname="([^"]*)"/.exec(attributes)?.[1].replace(/.*\./, '');
                const outcome = /<(failure|error)[ >/]/.test(content ?? '') ? 'FAILED'
                    : /<skipped[ >/]/.test(content ?? '') ? 'SKIPPED' : 'passed';
                const key = `${type}#${name}`;
                if (!found.has(key) || outcome !== 'passed') found.set(key, outcome);
            }
        }
    }
    return found;
}

function list(folder) {
    try {
        return readdirSync(folder).filter((file) => file.startsWith('TEST-'));
    } catch {
        return [];
    }
}

const found = outcomes();
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
