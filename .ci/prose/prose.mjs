// Checks the prose of README, docs and .github by docs/contributing/english.md: length of sentences and words
// (textlint), headings (markdownlint). ratchet.json has the findings that each file of before still has. More
// than that fails, and so does any finding in a file that it does not list. `--all` prints every finding,
// `--lower` writes lower figures down. Weighed: vale is no npm package (its wrapper loads a binary from
// GitHub); retext has no rule for the length of sentences; en-max-word-count counts words, but takes the end
// of a line for the end of a sentence: hence 160 letters. Of the sources of main only two sums are kept:
// words, and comments whose first sentence has no plain subject; `--all` lists the latter.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const HERE = '.ci/prose';
const RATCHET = `${HERE}/ratchet.json`;
const SOURCES = 'src/main/**/*.java'; // counted, as textlint reads no Java
const COMMENTS = `${SOURCES}, comments without a subject`;
const HEADLESS = new RegExp('^(?:What|Who|Whose|Whoever|Those|So (?:many|much|long|often)|Such|Whether what|As (?:what|which)'
    + '|By (?:what|which|whom)|The same|(?:For|Of) (?:whom|which|what))\\b');
const SUBJECTS = 'somebody|someone|anybody|nobody|whoever|whomever|whatever';

const files = git('ls-files', '--cached', '--others', '--exclude-standard', 'README.md', 'docs/*.md', '.github/*.md');
const allowed = JSON.parse(readFileSync(RATCHET, 'utf8'));
const findings = [...textlint(), ...markdownlint()];
const words = spawnSync('git', ['grep', '-owihE', SUBJECTS, '--', '*/src/main/*.java'], { encoding: 'utf8' }).stdout;

const headless = git('ls-files', '--cached', '--others', '--exclude-standard', '*/src/main/*.java').flatMap(commentsWithoutSubject);

const counts = new Map([[SOURCES, words.split('\n').length - 1], [COMMENTS, headless.length]]);
findings.forEach(({ file }) => counts.set(file, (counts.get(file) ?? 0) + 1));

let worse = false;
for (const [file, count] of counts) {
    const most = allowed[file] ?? 0;
    if (count <= most && !process.argv.includes('--all')) continue;
    findings.filter((finding) => finding.file === file)
        .forEach(({ line, message }) => console.log(`${file}:${line}: ${message}`));
    if (file === COMMENTS && process.argv.includes('--all')) headless.forEach((comment) => console.log(comment));
    if (count > most) console.log(`${file}: ${count} findings, ${most} at most`);
    worse ||= count > most;
}

const lowered = Object.keys(allowed).filter((file) => (counts.get(file) ?? 0) < allowed[file]);
if (process.argv.includes('--lower')) {
    const lower = Object.entries(allowed).map(([file, most]) => [file, Math.min(most, counts.get(file) ?? 0)]);
    writeFileSync(RATCHET, `${JSON.stringify(Object.fromEntries(lower.filter(([, most]) => most > 0).sort()), null, 2)}\n`);
} else if (lowered.length > 0) {
    console.log(`better than ${RATCHET} says (node ${HERE}/prose.mjs --lower): ${lowered.join(', ')}`);
}
const todo = [...counts].filter(([file]) => files.includes(file));
console.log(`${findings.length} findings in ${todo.length} of ${files.length} documents are still to be mended; `
    + `${counts.get(SOURCES)} times ${SUBJECTS.replaceAll('|', ', ')} in the sources of main, `
    + `where ${headless.length} comments begin without a subject`);
process.exit(worse ? 1 : 0);

function textlint() {
    const { stdout, stderr } = tool('textlint', '--config', `${HERE}/textlintrc.json`, '--format', 'json', ...files);
    if (!stdout.startsWith('[')) throw new Error(`textlint: ${stdout}${stderr}`);
    return JSON.parse(stdout).flatMap(({ filePath, messages }) => messages.map(({ line, message }) => ({
        file: filePath.slice(process.cwd().length + 1),
        line,
        message: message.replace(/^Line \d+ s/, 's').replace(/\.?\n.*/s, ''),
    })));
}

function markdownlint() {
    const { status, stderr } = tool('markdownlint-cli2', '--config', `${HERE}/headings.markdownlint-cli2.jsonc`, ...files.map((file) => `:${file}`));
    if (status > 1) throw new Error(`markdownlint: ${stderr}`);
    return stderr.split('\n').map((line) => /^([^:]+):(\d+)(?::\d+)? (?:error )?(MD.*)/.exec(line)).filter(Boolean)
        .map(([, file, line, message]) => ({ file, line, message }));
}

/**
 * Where a comment of this source begins without a subject: the first words of a block, or of a group of line
 * comments.
 */
function commentsWithoutSubject(file) {
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').map((line) => line.trim()) : [];
    return lines.flatMap((line, index) => {
        const before = lines[index - 1] ?? '';
        const first = /^\/\*\*? +(.*)/.exec(line) ?? (/^\/\*\*?$/.test(before) ? /^\* (.*)/.exec(line) : null)
            ?? (before.startsWith('//') ? null : /^\/\/ (.*)/.exec(line));
        return first !== null && HEADLESS.test(first[1]) ? [`${file}:${index + 1}: ${first[1]}`] : [];
    });
}

function tool(name, ...options) {
    return spawnSync(`${HERE}/node_modules/.bin/${name}`, options, { encoding: 'utf8', maxBuffer: 1 << 28 });
}

function git(...options) {
    return execFileSync('git', options, { encoding: 'utf8' }).trim().split('\n');
}
