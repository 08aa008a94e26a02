// A site set up with what Gatehouse prints for its library, as it stands, and a page that tells whom it knows.
// Started with SITE (its own address), PRINTED and what PRINTED itself asks for in the environment.
const express = require('express')

const { SITE, PRINTED } = process.env
const app = express()
eval(PRINTED)
app.use((request, response) => response.json({ page: request.originalUrl, sub: (request.oidc ?? request).user.sub }))
app.use((failure, request, response, next) => response.status(failure.status ?? 500).json({ message: failure.message }))
app.listen(Number(new URL(SITE).port), '127.0.0.1')
