// Reads surefire's reports: every test case below a folder, and what became of it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const LINES = 12;
const WIDTH = 240;
const ENTITIES = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&', '#10': '\n', '#9': '\t' };
const NO_REPORTS = ['node_modules', '.git'];
const CASE = /<testcase ([^>]*?)(?:\/>|>([\s\S]*?)<\/testcase>)/g;

/** Each case: type, name, skipped, failure (why it failed, at last too) and flake (why it failed before it passed). */
export function cases(folder) {
    return files(folder).flatMap((file) =>
        [...readFileSync(file, 'utf8').matchAll(CASE)].map(([, attributes, content = '']) => ({
            type: attribute(attributes, 'classname'),
            name: attribute(attributes, 'name'),
            skipped: /<skipped[ >/]/.test(content),
            failure: reason(content, 'failure|error'),
            flake: reason(content, 'flakyFailure|flakyError'),
        })));
}

/** Its name and the first lines of a reason, to be read by who sees only the end of a run's output. */
export function told({ type, name }, why) {
    const lines = why.split('\n').filter((line) => line.trim() !== '').slice(0, LINES);
    return [[type, name].filter(Boolean).join('#'), ...lines.map((line) => `    ${line.slice(0, WIDTH)}`)].join('\n');
}

/** Below the checkout itself: what its modules have run last, and not what .ci/run has laid aside in target. */
function files(folder) {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
        const path = join(folder, entry.name);
        if (entry.isDirectory()) return NO_REPORTS.includes(entry.name) || path === 'target' ? [] : files(path);
        return folder.endsWith('surefire-reports') && entry.name.startsWith('TEST-') ? [path] : [];
    });
}

function attribute(attributes, name) {
    return unescape(new RegExp(`(?:^| )${name}="([^"]*)"`).exec(attributes)?.[1] ?? '');
}

/** The first of these kinds, or null; surefire puts the stack trace of a flake one element deeper. */
function reason(content, kinds) {
    const found = new RegExp(`<(?:${kinds})(?:| [^>]*?)(?:/>|>([\\s\\S]*?)</(?:${kinds})>)`).exec(content);
    return found && unescape((found[1] ?? '').trim().replace(/<\/?stackTrace>|<!\[CDATA\[|\]\]>|<system-(out|err)>[\s\S]*?<\/system-\1>/g, ''));
}

function unescape(text) {
    return text.replace(/&([\w#]+);/g, (whole, name) => ENTITIES[name] ?? whole);
}
