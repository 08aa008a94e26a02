// The settings of the site; site.mjs starts VitePress and says which version it is.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const documents = join(dirname(fileURLToPath(import.meta.url)), '..')
const { SITE_VERSION: version, SITE_HOME: home } = process.env

// As GitHub names headings, since the documents' links are written for it. DocumentsTest has the same rule.
const slugify = heading => heading.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-')

// Double braces are text in the documents: those of Go's templates, of Grafana, of mustache.
const plain = markdown => {
    const { text } = markdown.renderer.rules
    markdown.renderer.rules.text = (...tokens) => text(...tokens).replaceAll('{{', '<span v-pre>{{</span>')
}

// The sidebar is what docs/README.md lists for each kind of reader, so that no second list can fall behind.
const sidebar = readFileSync(join(documents, 'index.md'), 'utf8').split(/^## (?=If )/m).slice(1).map(part => ({
    text: part.slice(0, part.indexOf('\n')).replace('If you ', 'You '),
    items: [...part.matchAll(/\[([^\]]+)\]\((?!https?:)([^)]+)\)/g)].map(([, text, link]) => ({
        text: text[0].toUpperCase() + text.slice(1),
        link: `/${link.replace(/^\.\//, '').replace(/(index)?\.md/, '')}`,
    })),
}))

export default {
    title: 'Gatehouse',
    titleTemplate: `:title · Gatehouse ${version}`,
    description: 'An OpenID Provider that is a virtual waiting room',
    lang: 'en',
    metaChunk: true,
    // Readers may have no network, and nobody is told what they read.
    head: [['meta', {
        'http-equiv': 'Content-Security-Policy',
        content: "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:",
    }]],
    vite: { build: { chunkSizeWarningLimit: 2000 } },
    // Addresses of a node of one's own, as the guides have them.
    ignoreDeadLinks: 'localhostLinks',
    markdown: { anchor: { slugify }, config: plain },
    themeConfig: {
        search: { provider: 'local' },
        outline: [2, 3],
        sidebar,
        nav: [{ text: version, items: [{ text: 'All versions', link: home, target: '_self' }, { text: 'Changelog', link: '/CHANGELOG' }] }],
        socialLinks: [],
        docFooter: { prev: false, next: false },
    },
}
