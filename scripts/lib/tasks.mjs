// What `npm run task -- NAME` runs: everything that is not used every day. `needs` is what a machine must have beside the project.

const vitest = (config, ...args) => ['vitest', 'run', '--config', config, ...args]
const ofServer = ['node', '--disable-warning=ExperimentalWarning']

/** By name: what it does, what it needs, what it runs, with which variables; `isBuilt`: on the built console. */
export const tasks = {
  house: {
    does: 'measures files, functions, imports and exports beside their limits (--hold: fails beyond one)',
    run: ['node', 'scripts/house.mjs'],
  },
  coverage: {
    does: 'prints each statement of the specification and each security rule with the tests that show it (NUMBER …)',
    run: ['node', 'scripts/coverage.ts'],
  },
  mutants: {
    does: 'lets StrykerJS change the code of an area in a copy of the checkout and lists each change that no test notices (AREA, FILE …, --workers N)',
    needs: 'the network, once: StrykerJS is fetched',
    run: ['node', 'scripts/mutants/run.ts'],
  },
  'settings-table': {
    does: 'writes docs/settings.md and docs/settings/neighbours.md',
    run: ['node', 'apps/server/src/programs/settings-table.ts'],
  },
  'test:repeat': {
    does: 'runs all tests ten times and names each that ever failed (--times N)',
    run: ['node', 'scripts/repeat.mjs'],
  },
  'test:all': {
    does: 'npm test with every server test on both kinds of database and all rounds of what is done again and again, then a walk through all screens in Firefox',
    needs: 'PostgreSQL; Firefox by `npx playwright install firefox`, else its walk is left out',
    run: ['node', 'scripts/test-all.mjs'],
  },
  'test:restore': {
    does: 'makes back-ups and brings them back as docs/data.md says',
    needs: 'PostgreSQL with pg_dump and pg_restore',
    run: vitest('vitest.restore.config.ts'),
  },
  'test:keycloak': {
    does: 'tries the sign-on in Chromium against a real Keycloak 26 with the realm of deploy/keycloak',
    needs: 'Java 17 and Maven, which brings Keycloak once (155 MB)',
    run: ['node', 'scripts/test-keycloak.mjs'],
  },
  'test:proxies': {
    does: 'tries what the samples of nginx and HAProxy promise',
    needs: 'nginx, HAProxy and PostgreSQL',
    run: vitest('deploy/vitest.config.ts', 'proxies'),
  },
  'test:image': {
    does: 'builds the image and tries it',
    needs: 'root and buildah',
    run: vitest('deploy/vitest.config.ts', 'image'),
  },
  'test:alerts': {
    does: 'has Prometheus check the alert rules, and raises each of them once',
    needs: 'promtool',
    run: ['node', 'scripts/alerts.mjs'],
  },
  dashboard: {
    does: 'prints the dashboard of Grafana as JSON, to be imported there (FILE)',
    run: ['node', 'deploy/grafana/dashboard.ts'],
  },
  chart: {
    does: 'renders the Helm chart, checks it by the schemas of Kubernetes and keeps the result (--check: keeps nothing)',
    needs: 'helm and kubeconform',
    run: ['node', 'scripts/chart.mjs'],
  },
  bench: {
    does: 'measures speed and size beside their baselines and budgets (NAME, --table)',
    needs: 'PostgreSQL',
    isBuilt: true,
    run: ['node', 'bench/run.ts'],
  },
  chaos: {
    does: 'lets 200 agents work at two servers while everything around them fails (--minutes N, --agents N, --only TROUBLE)',
    needs: 'PostgreSQL',
    run: [...ofServer, 'proof/chaos.ts'],
  },
  failover: {
    does: 'lets agents work at two servers while the primary of their database goes away and the standby is promoted, again and again (--rounds N, --agents N, --asynchronous, --between haproxy or pgbouncer)',
    needs: 'PostgreSQL; HAProxy and PgBouncer for --between',
    run: [...ofServer, 'proof/failover.ts'],
  },
  soak: {
    does: 'lets 40 agents work at two servers for half an hour and watches memory and open files (--minutes N, --agents N)',
    needs: 'PostgreSQL',
    run: [...ofServer, 'proof/soak.ts'],
  },
  waves: {
    does: 'plays 200 releases in waves by seed: none may pass that should not, and each way back must be exact',
    env: { WAVES_WORLDS: '200' },
    run: vitest('vitest.config.ts', 'waves.worlds'),
  },
  'fleet-nights': {
    does: 'sweeps a fleet with drifts two nights long, the server killed three times between, and says what was not found or is none (--sims N, --drift N, --seed N)',
    needs: 'PostgreSQL',
    run: [...ofServer, 'proof/fleet.ts'],
  },
  stories: {
    does: 'plays drawn stories of a living world by the minute and prints how the console judged them (--seed N --count M --days D, --panels N, --size 0, --verbose)',
    needs: 'PostgreSQL',
    run: [...ofServer, 'proof/stories/run.ts'],
  },
  screenshots: {
    does: 'takes the pictures of the README',
    needs: 'Chromium',
    isBuilt: true,
    run: ['node', 'e2e/support/take-screenshots.ts'],
  },
  shipped: {
    does: 'lists by licence each package that is shipped, and fails where one is not allowed (--sbom FILE: bill of materials of the image, --texts FILE: of licences)',
    run: ['node', 'scripts/shipped.mjs'],
  },
}
