// Prints each failed test of the suite that has just run, with the first lines of its reason, read off the surefire
// reports: who sees only the end of a run's output can tell what has failed.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const LINES = 12;
const WIDTH = 240;
const ENTITIES = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&', '#10': '\n', '#9': '\t' };

function reports(folder) {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
        const path = join(folder, entry.name);
        if (entry.isDirectory()) return entry.name === 'node_modules' || entry.name === '.git' ? [] : reports(path);
        return folder.endsWith('surefire-reports') && entry.name.startsWith('TEST-') ? [path] : [];
    });
}

function unescape(text) {
    return text.replace(/&([\w#]+);/g, (whole, name) => ENTITIES[name] ?? whole);
}

for (const file of reports('.')) {
    for (const [, attributes, body] of readFileSync(file, 'utf8').matchAll(/<testcase ([^>]*?[^/])>([\s\S]*?)<\/testcase>/g)) {
        const reason = /<(?:failure|error)[^>]*?>(?:<!\[CDATA\[)?([\s\S]*?)(?:\]\]>)?<\/(?:failure|error)>/.exec(body)?.[1];
        if (reason === undefined) continue;
        const of = (name) => new RegExp(`(?:^| )${name}="([^"]*)"`).exec(attributes)?.[1] ?? '';
        console.log(`${of('classname')}#${unescape(of('name'))}`);
        const lines = unescape(reason).split('\n').filter((line) => line.trim() !== '');
        lines.slice(0, LINES).forEach((line) => console.log(`    ${line.slice(0, WIDTH)}`));
    }
}
