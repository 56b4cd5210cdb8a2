// npm run test:all: npm test, and what does not depend on the kind of database runs on both kinds.
process.env.TEST_DATABASES = 'all'
await import('./test.mjs')
