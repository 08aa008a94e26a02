// A site set up with what Gatehouse prints for its library, as it stands, a page that tells whom it knows,
// and one that warns of the end of the visit.
// Started with SITE (its own address), PRINTED and what PRINTED itself asks for in the environment.
const express = require('express')

const { SITE, PRINTED } = process.env
const app = express()
eval(PRINTED)
app.get('/warned', (request, response) => response.send(`<!DOCTYPE html><html lang="en"><title>Shop</title><h1>Shop</h1>
<form method="post" action="/form"><input name="item"><button>Send</button></form>
<script src="${request.query.from}/waiting-page/visit.js" data-room="${request.query.room}" data-visit="${request.oidc.idTokenClaims.visit}" defer></script>`))
app.post('/form', express.urlencoded(), (request, response) => response.send('POST ' + new URLSearchParams(request.body)))
app.use((request, response) => response.json({ page: request.originalUrl, sub: (request.oidc ?? request).user.sub }))
app.use((failure, request, response, next) => response.status(failure.status ?? 500).json({ message: failure.message }))
app.listen(Number(new URL(SITE).port), '127.0.0.1')
