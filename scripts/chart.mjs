// npm run task -- chart [--check]: renders deploy/helm/support-console with helm, checks it by Kubernetes' own schemas with kubeconform,
// and keeps what came out in deploy/helm/rendered.yaml, where a test looks at it without either program. With --check it keeps
// nothing and ends with 1 where the kept one is not what comes out.
// HELM, KUBECONFORM: where they are, if not on the PATH. KUBERNETES_SWAGGER: api/openapi-spec/swagger.json of Kubernetes' sources,
// for who does not reach the schemas on GitHub.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chartFingerprint } from './lib/chart-fingerprint.ts'
import { giveUp, root } from './lib/toolchain.mjs'

const kubernetes = '1.32.0'
const helm = programOf('HELM', 'helm', 'go install helm.sh/helm/v3/cmd/helm@v3.17.3')
const kubeconform = programOf(
  'KUBECONFORM',
  'kubeconform',
  'go install github.com/yannh/kubeconform/cmd/kubeconform@v0.6.7',
)
const folder = join(root, 'deploy/helm')
const chart = join(folder, 'support-console')
const example = ['--values', join(folder, 'example-values.yaml')]
const kept = join(folder, 'rendered.yaml')
const temporary = mkdtempSync(join(tmpdir(), 'console-chart-'))
process.on('exit', () => rmSync(temporary, { recursive: true, force: true }))

run(helm, ['lint', '--strict', chart, ...example])
const whole = render()
validate(whole)
// What the example leaves out of the chart, and what it switches off.
validate(
  render(
    'worker.enabled=false',
    'migration.enabled=false',
    'ingress.enabled=false',
    'networkPolicy.enabled=false',
  ),
)

const text = `# Made by \`npm run task -- chart\` from the chart and its example values (${chartFingerprint(folder)}).\n${whole}`
if (!process.argv.includes('--check')) writeFileSync(kept, text)
else if (readFileSync(kept, 'utf8') !== text)
  giveUp(
    'deploy/helm/rendered.yaml is not what the chart renders: run npm run task -- chart, and look at the difference.',
  )

function programOf(setting, name, how) {
  const program = process.env[setting] || name
  if (!spawnSync(program, ['-h']).error) return program
  return giveUp(`${name} is needed: ${how}, or set ${setting} to where it is.`)
}

function render(...set) {
  const version = ['--kube-version', kubernetes]
  const further = set.flatMap((each) => ['--set', each])
  return run(helm, ['template', 'support-console', chart, ...version, ...example, ...further])
}

function validate(manifests) {
  process.stdout.write(
    run(
      kubeconform,
      ['-strict', '-summary', '-kubernetes-version', kubernetes, ...schemas(manifests), '-'],
      manifests,
    ),
  )
}

function run(program, args, input) {
  const { status, stdout, stderr } = spawnSync(program, args, { input, encoding: 'utf8', maxBuffer: 2 ** 26 })
  return status === 0 ? stdout : giveUp(`${program} ${args[0]}:\n${stdout}${stderr}`)
}

/** kubeconform's own are on GitHub; from the swagger file we make those of the kinds that the chart has. */
function schemas(manifests) {
  if (!process.env.KUBERNETES_SWAGGER) return []
  const { definitions } = JSON.parse(readFileSync(process.env.KUBERNETES_SWAGGER, 'utf8'))
  for (const definition of Object.values(definitions)) {
    if (definition.properties) definition.additionalProperties ??= false
    if (definition.format === 'int-or-string')
      Object.assign(definition, { type: ['string', 'integer'], format: undefined })
  }
  const made = join(temporary, 'schemas')
  mkdirSync(made, { recursive: true })
  for (const [, apiVersion, kind] of manifests.matchAll(/^apiVersion: (\S+)\nkind: (\S+)$/gm)) {
    const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion]
    const [name] = Object.entries(definitions).find(([, { 'x-kubernetes-group-version-kind': known = [] }]) =>
      known.some((each) => each.group === group && each.version === version && each.kind === kind),
    ) ?? [giveUp(`Kubernetes ${kubernetes} knows no ${kind} of ${apiVersion}.`)]
    writeFileSync(
      join(made, `${[kind.toLowerCase(), group.split('.')[0], version].filter(Boolean).join('-')}.json`),
      JSON.stringify({ $ref: `#/definitions/${name}`, definitions }),
    )
  }
  return ['-schema-location', join(made, '{{ .ResourceKind }}{{ .KindSuffix }}.json')]
}
