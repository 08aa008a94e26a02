// The oidc-provider of npm as a server would have it, with its in-memory adapter: one site, visitors who log
// in without a form and agree to everything, opaque access tokens and RS256 as by default. PORT, SECRET and
// CALLBACK are told.
import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair } from 'jose';
import { Provider } from 'oidc-provider';

const { PORT, SECRET, CALLBACK } = process.env;
const { privateKey } = await generateKeyPair('RS256', { extractable: true, modulusLength: 2048 });

const provider = new Provider(`http://localhost:${PORT}`, {
    clients: [{ client_id: 'shop', client_secret: SECRET, redirect_uris: [CALLBACK] }],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'bench' }] },
    cookies: { keys: [randomUUID()] },
    claims: { email: ['email'], profile: ['name'] },
    pkce: { required: () => false },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (ctx, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (ctx, sub) => ({ accountId: sub, claims: () => ({ sub, name: sub, email: `${sub}@localhost` }) }),
    async loadExistingGrant({ oidc }) {
        const known = oidc.session.grantIdFor(oidc.client.clientId);
        if (known) return oidc.provider.Grant.find(known);
        const grant = new oidc.provider.Grant({ accountId: oidc.session.accountId, clientId: oidc.client.clientId });
        grant.addOIDCScope('openid profile email');
        await grant.save();
        return grant;
    },
});
provider.use(async (ctx, next) => {
    if (!ctx.path.startsWith('/interaction/')) return next();
    await provider.interactionFinished(ctx.req, ctx.res, { login: { accountId: randomUUID() } });
    ctx.respond = false;
});
provider.listen(Number(PORT), '127.0.0.1');
