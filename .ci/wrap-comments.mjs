// Wraps comments of Java, JavaScript and Lua at 110 columns: each paragraph that has a longer line, and no
// other. `node .ci/wrap-comments.mjs [file...]` rewrites the files, or all tracked ones if none is named.
// With `--check` it names the lines instead, and ends with 1 if there are any. A comment that is one line may
// fill the 120 columns of
// code. Left alone: <pre> blocks and aligned tables; they may fill 120 columns, too.
// Weighed: palantir-java-format reflows Javadoc at 120 columns only, google-java-format lays out lambdas differently.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const WIDTH = 110;
const CODE_WIDTH = 120; // of the formatter
const LINE_COMMENT = { java: '//', js: '//', mjs: '//', lua: '--' };
const STARTS_PARAGRAPH = /^(?:<\/?(?:p|ul|ol|li|h\d|table|tr|td|th|dl|dt|dd|blockquote)\b|@[a-z]|[-*] |\d+[.)] )/;

const check = process.argv[2] === '--check';
const named = process.argv.slice(check ? 3 : 2);
const files = named.length > 0 ? named : execFileSync('git', ['ls-files', '--', ...Object.keys(LINE_COMMENT).map((kind) => `*.${kind}`)],
    { encoding: 'utf8' }).trim().split('\n');

/** The words of a text; an inline tag or a link stays one word if it is short. */
function words(text) {
    return text.match(/(?:\{@[^{}]{1,60}\}|<a [^>]*>|\S)+/g) ?? [];
}

const unwrappable = new Set();

function fill(text, first, others) {
    const lines = [];
    let line = first;
    let empty = true;
    for (const word of words(text)) {
        const fits = line.length + (empty ? 0 : 1) + word.length <= WIDTH;
        // An at sign at the start of a line would begin a block tag.
        if (empty || fits || word.startsWith('@')) line += (empty ? '' : ' ') + word;
        else {
            lines.push(line);
            line = others + word;
        }
        empty = false;
    }
    return [...lines, line];
}

/** Wraps lines of prose, each with the same prefix before its own indent. */
function wrapped(lines, prefix) {
    const result = [];
    let paragraph = [];
    let verbatim = false;
    const flush = () => {
        if (paragraph.some((line) => prefix.length + line.length > WIDTH)) {
            const own = (line) => /^ */.exec(line)[0];
            const text = paragraph[0].trim();
            const hang = /^@/.test(text) ? '    ' : /^[-*] /.test(text) ? '  ' : '';
            const others = paragraph.length > 1 ? own(paragraph[1]) : own(paragraph[0]) + hang;
            result.push(...fill(paragraph.map((line) => line.trim()).join(' '), prefix + own(paragraph[0]), prefix + others));
        } else result.push(...paragraph.map((line) => (prefix + line).trimEnd()));
        paragraph = [];
    };
    for (const line of lines) {
        const text = line.trim();
        if (/<pre\b|^\{@snippet/.test(text)) verbatim = true;
        const fixed = verbatim || text === '' || /\S {2,}\S/.test(text);
        if (fixed || STARTS_PARAGRAPH.test(text)) flush();
        if (fixed && (prefix + line).length > CODE_WIDTH) unwrappable.add(prefix + line);
        if (fixed) result.push((prefix + line).trimEnd());
        else paragraph.push(line);
        if (/<\/pre>|^\}\s*$/.test(text)) verbatim = false;
    }
    flush();
    return result;
}

function block(lines, indent) {
    if (!lines.some((line) => line.length > (lines.length === 1 ? CODE_WIDTH : WIDTH))) return lines;
    const opening = /^\s*(\/\*\*?)/.exec(lines[0])[1];
    const inside = lines.join('\n').trim().slice(opening.length).replace(/\s*\*\/$/, '').split('\n')
        .map((line, index) => (index === 0 ? line.trim() : line.replace(/^\s*\* ?/, '')).trimEnd());
    if (inside[0] === '') inside.shift();
    return [indent + opening, ...wrapped(inside, `${indent} * `), `${indent} */`];
}

function rewritten(source, kind) {
    const mark = LINE_COMMENT[kind];
    const lines = source.split('\n');
    const result = [];
    let quoted = false; // inside a text block
    for (let at = 0; at < lines.length;) {
        const indent = /^\s*/.exec(lines[at])[0];
        const text = lines[at].slice(indent.length);
        let end = at + 1;
        if (!quoted && text.startsWith(mark)) {
            while (end < lines.length && lines[end].startsWith(indent + mark)) end++;
            result.push(...wrapped(lines.slice(at, end).map((line) => line.slice(indent.length + mark.length).replace(/^ /, '')),
                `${indent}${mark} `));
        } else if (!quoted && mark === '//' && /^\/\*/.test(text)) {
            while (!lines[end - 1].includes('*/')) end++;
            const own = lines.slice(at, end);
            result.push(...(/\*\/\s*$/.test(own.at(-1)) ? block(own, indent) : own));
        } else {
            if (kind === 'java' && (text.match(/"""/g) ?? []).length % 2 === 1) quoted = !quoted;
            if (kind !== 'java' && kind !== 'lua' && (text.match(/(?<!\\)`/g) ?? []).length % 2 === 1) quoted = !quoted;
            result.push(lines[at]);
        }
        at = end;
    }
    return result.join('\n');
}

let found = 0;
for (const file of files) {
    const source = readFileSync(file, 'utf8');
    unwrappable.clear();
    const better = rewritten(source, file.replace(/.*\./, ''));
    if (better !== source && !check) {
        writeFileSync(file, better);
        console.log(`wrapped ${file}`);
    }
    const kept = new Set(better.split('\n'));
    source.split('\n').forEach((line, index) => {
        if (unwrappable.has(line) || check && line.length > WIDTH && !kept.has(line)) {
            found++;
            console.log(`${file}:${index + 1}: a comment is too wide${unwrappable.has(line) ? ', and to be broken by hand' : ''}`);
        }
    });
}
if (check && found > 0) console.log('node .ci/wrap-comments.mjs wraps them');
process.exit(found > 0 ? 1 : 0);
