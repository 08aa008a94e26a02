// Makes a site of docs/: node .ci/site/site.mjs FOLDER [VERSION]
//
// FOLDER gets the site of this version in a folder of its own, beside those of other versions that lie there
// already, a list of all in versions.json, and a page that leads to the newest. SITE_BASE is where the web
// server has FOLDER ("/"). The documents are written for a repository: here README.md becomes index.md, and a
// link out of docs/ leads to the repository, or to the copy of .github/*.md. VitePress fails the build on a
// link that leads nowhere.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, extname, join, posix, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))
const root = resolve(here, '../..')
const pom = readFileSync(join(root, 'pom.xml'), 'utf8')
const out = resolve(process.argv[2])
const version = process.argv[3] ?? pom.match(/<artifactId>gatehouse<\/artifactId>\s*<version>(.+?)<\/version>/)[1]
const repository = pom.match(/<scm[\s\S]*?<url>(.+?)<\/url>/)[1]
const home = process.env.SITE_BASE ?? '/'

const stage = mkdtempSync(join(tmpdir(), 'gatehouse-site-'))
process.on('exit', () => rmSync(stage, { recursive: true, force: true }))

const files = folder => readdirSync(join(root, folder), { recursive: true })
    .map(name => posix.join(folder, name)).filter(name => statSync(join(root, name)).isFile())

// Where a file of the repository lies on the site; undefined if it does not.
const page = path => {
    const moved = path.startsWith('docs/') ? path.slice(5)
        : /^\.github\/[A-Z_]+\.md$/.test(path) ? `project/${basename(path)}` : undefined
    return moved?.replace(/(^|\/)README\.md$/, '$1index.md')
}

const link = (from, address) => {
    const [path, hash] = address.split(/(?=#)/)
    if (/^(https?:|mailto:|#)/.test(address)) return address
    const target = posix.join(posix.dirname(from), path)
    const there = page(target)
    if (!existsSync(join(root, target))) throw new Error(`${from}: ${address} leads nowhere`)
    if (!there) return `${repository}/blob/main/${target}${hash ?? ''}`
    // What is no page is a file beside the pages, and not the router's.
    const near = posix.relative(posix.dirname(page(from)), there)
    return near.startsWith('.') ? near + (hash ?? '') : `./${near}${hash ?? ''}`
}

for (const name of [...files('docs'), ...files('.github')]) {
    const to = page(name)
    if (!to || name.endsWith('.vitepress')) continue
    if (extname(name) !== '.md') {
        // Pictures are found beside their page, all else is served as it is.
        const target = join(stage, /\.(png|svg)$/.test(name) ? to : `public/${to}`)
        mkdirSync(dirname(target), { recursive: true })
        cpSync(join(root, name), target)
        continue
    }
    const text = readFileSync(join(root, name), 'utf8').replace(/(\]\()([^)\s]+)(\))/g, (all, open, address, close) =>
        open + link(name, address) + close)
    mkdirSync(dirname(join(stage, to)), { recursive: true })
    writeFileSync(join(stage, to), text)
}
cpSync(join(here, '.vitepress'), join(stage, '.vitepress'), { recursive: true })
symlinkSync(join(here, 'node_modules'), join(stage, 'node_modules'))
writeFileSync(join(stage, 'package.json'), '{ "type": "module" }')

process.env.SITE_VERSION = version
process.env.SITE_HOME = home
const { build } = await import('vitepress')
const target = join(out, version)
await build(stage, { base: `${home}${version}/`, outDir: target, logLevel: 'warn' })

const number = name => name.split(/[.-]/).map(part => (/^\d+$/.test(part) ? part.padStart(6, '0') : part))
const versions = readdirSync(out).filter(name => existsSync(join(out, name, 'index.html')))
    .sort((one, other) => number(other).join('.').localeCompare(number(one).join('.')))
writeFileSync(join(out, 'versions.json'), JSON.stringify(versions))
const newest = versions.find(name => !name.includes('-')) ?? versions[0]
writeFileSync(join(out, 'index.html'), `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="refresh" content="3; url=${newest}/">
<title>Gatehouse</title>
<h1>Gatehouse</h1>
<p>The documents of the newest release, <a href="${newest}/">${newest}</a>, follow in three seconds. All versions:</p>
<ul>
${versions.map(name => `<li><a href="${name}/">${name}</a></li>`).join('\n')}
</ul>
</html>
`)

// The site has all that it needs, and each link in it leads to a page, a file or a heading.
const built = files(relative(root, target)).map(name => relative(target, join(root, name)))
const pages = new Map(built.filter(name => name.endsWith('.html')).map(name => [name, readFileSync(join(target, name), 'utf8')]))
const faults = []
for (const name of built.filter(each => /\.(html|css)$/.test(each))) {
    const text = readFileSync(join(target, name), 'utf8')
    for (const [tag] of text.matchAll(/(?:<(?:script|img|link|iframe)\b[^>]*?(?:src|href)="|url\(["']?|@import\s*["'])(https?:)?\/\/[^"')]+/g)) {
        faults.push(`${name} needs a network: ${tag}`)
    }
}
for (const [name, text] of pages) {
    for (const [, address] of text.matchAll(/<(?:a|img)\b[^>]*? (?:href|src)="([^"]*)"/g)) {
        if (/^(https?:|mailto:|data:)/.test(address) || address === home) continue
        const url = new URL(address, `http://site${home}${version}/${name}`)
        const path = decodeURIComponent(url.pathname).slice(`${home}${version}/`.length).replace(/(^|\/)$/, '$1index.html')
        const hash = decodeURIComponent(url.hash.slice(1))
        if (!built.includes(path)) faults.push(`${name}: ${address} leads nowhere`)
        else if (hash && !pages.get(path)?.includes(` id="${hash}"`)) faults.push(`${name}: ${address} leads to no heading`)
    }
}
if (faults.length) throw new Error(`${faults.length} faults:\n${[...new Set(faults)].join('\n')}`)
console.log(`${target}: ${pages.size} pages, as ${home}${version}/`)
