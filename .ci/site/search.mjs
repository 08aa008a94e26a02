// Types words into the site's search in Chromium, and goes to the first page found: node .ci/site/search.mjs
// ADDRESS WORDS
import { spawn } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'

const [address, words] = process.argv.slice(2)
const PORT = 18084
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf' // the name that WebDriver gives to a reference
const driver = spawn('chromedriver', [`--port=${PORT}`], { stdio: 'ignore' })

const call = async (method, path, body) => {
    const answer = await fetch(`http://127.0.0.1:${PORT}${path}`, { method, body: body && JSON.stringify(body) })
    const { value } = await answer.json()
    if (!answer.ok) throw new Error(value.message)
    return value
}

// Asks until the answer is something.
const until = async (what, ask) => {
    let last
    for (let times = 0; times < 150; times++) {
        try {
            const answer = await ask()
            if (answer) return answer
        } catch (notYet) {
            last = notYet
        }
        await setTimeout(200)
    }
    throw new Error(`${what}: ${last?.message ?? 'never'}`)
}

let session
try {
    await until('chromedriver', async () => (await call('GET', '/status')).ready)
    const options = { args: ['--headless=new', '--no-sandbox', '--disable-gpu'] }
    const { sessionId } = await call('POST', '/session', { capabilities: { alwaysMatch: { 'goog:chromeOptions': options } } })
    session = `/session/${sessionId}`
    const find = css => call('POST', `${session}/element`, { using: 'css selector', value: css }).then(found => found[ELEMENT])
    const text = css => find(css).then(found => call('GET', `${session}/element/${found}/text`))

    await call('POST', `${session}/url`, { url: address })
    await until('the button', async () => call('POST', `${session}/element/${await find('.VPNavBarSearch button')}/click`, {}).then(() => true))
    const input = await until('the field', () => find('.VPLocalSearchBox input'))
    await call('POST', `${session}/element/${input}/value`, { text: words })
    const found = await until('a result', () => text('.VPLocalSearchBox .results li'))
    await call('POST', `${session}/element/${input}/value`, { text: '\uE007' })
    const page = await until('the page', async () => {
        const now = await call('GET', `${session}/url`)
        return now.split('#')[0] !== address && now
    })
    console.log(`"${words}" finds "${found.replace(/\s+/g, ' ')}", ${page}, "${await until('a headline', () => text('.vp-doc h1'))}"`)
} finally {
    if (session) await call('DELETE', session)
    driver.kill()
}
