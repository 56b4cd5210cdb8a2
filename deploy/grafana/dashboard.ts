// npm run task -- dashboard [FILE]: the Grafana dashboard as JSON, on standard output or into the file.
import { writeFileSync } from 'node:fs'

type Unit = 'bytes' | 'ops' | 'percentunit' | 'reqps' | 's' | 'short'

const datasource = { type: 'prometheus', uid: `\${source}` }

/** `lines`: what PromQL draws, by its legend. */
function panel(title: string, unit: Unit, lines: Record<string, string>) {
  return {
    type: 'timeseries',
    title,
    description: '',
    datasource,
    fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
    targets: Object.entries(lines).map(([legendFormat, expr], i) => ({
      refId: 'ABC'[i],
      datasource,
      expr,
      legendFormat,
    })),
    options: {
      legend: { displayMode: 'list', placement: 'bottom' },
      tooltip: { mode: 'multi', sort: 'desc' },
    },
  }
}

const brief = 'length="brief", call!="(health)"'
const answerTime = (share: number) =>
  `histogram_quantile(${share}, sum by (le) (rate(http_request_duration_seconds_bucket{length="brief", call!~"[(].*"}[5m])))`
const neighbours95 = (figure: string) =>
  `histogram_quantile(0.95, sum by (system, le) (rate(neighbour_${figure}_seconds_bucket[5m])))`
const failing = (calls: string, failed: string) =>
  `sum(rate(http_request_duration_seconds_count{${failed}}[5m])) / sum(rate(http_request_duration_seconds_count{${calls}}[5m]))`

/** By the title of their row. */
const rows: Record<string, ReturnType<typeof panel>[]> = {
  People: [
    panel('Calls a second', 'reqps', {
      '{{status}}': 'sum by (status) (rate(http_request_duration_seconds_count{call!="(health)"}[5m]))',
    }),
    panel('Calls that fail, of all', 'percentunit', {
      'brief calls': failing(brief, `status=~"5..", ${brief}`),
      'calls that wait for carriers': failing('length="long"', 'status=~"5..", length="long"'),
    }),
    panel('Time to answer, brief calls', 's', {
      median: answerTime(0.5),
      '95 %': answerTime(0.95),
      '99 %': answerTime(0.99),
    }),
    panel('Slowest calls (mean)', 's', {
      '{{call}}':
        'topk(8, sum by (call) (rate(http_request_duration_seconds_sum[5m])) / sum by (call) (rate(http_request_duration_seconds_count[5m])))',
    }),
    panel('Refused', 'reqps', {
      '{{status}}': 'sum by (status) (rate(http_refusals_total[5m]))',
      overloaded: 'sum(rate(http_overloads_total[5m]))',
      'policy of pages: {{directive}}': 'sum by (directive) (rate(csp_reports_total[5m]))',
    }),
    panel('Tokens that do not count', 'reqps', {
      '{{reason}}': 'sum by (reason) (rate(token_refusals_total[5m]))',
    }),
  ],
  Neighbours: [
    panel('Calls by outcome', 'reqps', {
      '{{system}} {{outcome}}':
        'sum by (system, outcome) (rate(neighbour_request_duration_seconds_count[5m]))',
    }),
    panel('Time until the answer, 95 %', 's', {
      '{{system}}': neighbours95('request_duration'),
    }),
    panel('Wait for a place, 95 %', 's', {
      '{{system}}': neighbours95('wait'),
    }),
    panel('In flight and waiting', 'short', {
      '{{system}} {{state}}': 'sum by (system, state) (neighbour_calls)',
    }),
    panel('Left alone (breaker)', 'short', { '{{system}}': 'max by (system) (neighbour_resting)' }),
    panel('Slow', 'short', { '{{system}}': 'max by (system) (neighbour_slow)' }),
  ],
  'Lasting work': [
    panel('Open, by state', 'short', { '{{work}} {{state}}': 'max by (work, state) (work_rows)' }),
    panel('Age of the oldest', 's', { '{{work}}': 'max by (work) (work_oldest_seconds)' }),
    panel('Jobs', 'short', { '{{queue}} {{state}}': 'max by (queue, state) (job_rows)' }),
    panel('Due and no one at it', 's', { '{{queue}}': 'max by (queue) (job_oldest_seconds)' }),
    panel('Collectors: since the last round', 's', {
      '{{collector}}': 'max by (collector) (collector_age_seconds)',
    }),
    panel('Collectors: who answered', 'short', {
      '{{collector}} {{state}}': 'max by (collector, state) (collector_things)',
    }),
  ],
  'Audit trail and upkeep': [
    panel('Entries', 'short', {
      'head of the chain': 'max(audit_chain_head)',
      'verified up to': 'max(audit_verified_head)',
    }),
    panel('Verified, how long ago', 's', {
      'since audit:verify': 'time() - max(audit_verified_timestamp_seconds)',
      '{{work}}': 'time() - max by (work) (background_success_timestamp_seconds)',
    }),
    panel('What went wrong', 'short', {
      'not entered': 'sum(increase(audit_failures_total[5m]))',
      'faults found': 'max(audit_verified_faults)',
      '{{work}}': 'sum by (work) (increase(background_failures_total[5m]))',
    }),
  ],
  Servers: [
    panel('Connections to the database', 'short', {
      '{{kind}} {{state}}': 'sum by (kind, state) (database_pool_connections)',
    }),
    panel('Wait for one (mean)', 's', {
      '{{kind}}':
        'sum by (kind) (rate(database_pool_wait_seconds_total[5m])) / sum by (kind) (rate(database_pool_waits_total[5m]))',
      '{{kind}}: refused a second': 'sum by (kind) (rate(database_pool_refusals_total[5m]))',
    }),
    panel('Figures that can be read', 'short', { '{{figure}}': 'min by (figure) (database_figure_up)' }),
    panel('Event loop, 99 %', 's', { '{{instance}}': 'nodejs_eventloop_lag_p99_seconds' }),
    panel('Memory', 'bytes', { '{{instance}}': 'process_resident_memory_bytes{job="support-console"}' }),
    panel('Processor', 'percentunit', {
      '{{instance}}': 'rate(process_cpu_seconds_total{job="support-console"}[5m])',
    }),
    panel('Browsers that listen', 'short', { '{{instance}}': 'news_streams' }),
    panel('Spans of traces', 'ops', { '{{outcome}}': 'sum by (outcome) (rate(spans_total[5m]))' }),
    panel('Versions', 'short', {
      '{{version}} (Node {{node}}, {{database}})': 'count by (version, node, database) (build_info)',
    }),
  ],
}

const [wide, high, perRow] = [8, 7, 3]

/** Three panels beside each other below the title of each row. */
function placed() {
  let y = 0
  const all = Object.entries(rows).flatMap(([title, panels]) => {
    const top = y
    y += 1 + high * Math.ceil(panels.length / perRow)
    return [
      {
        type: 'row',
        title,
        collapsed: false,
        gridPos: { x: 0, y: top, w: wide * perRow, h: 1 },
        panels: [],
      },
      ...panels.map((each, i) => {
        const gridPos = {
          x: wide * (i % perRow),
          y: top + 1 + high * Math.floor(i / perRow),
          w: wide,
          h: high,
        }
        return { ...each, gridPos }
      }),
    ]
  })
  return all.map((panel, i) => ({ id: i + 1, ...panel }))
}

export const dashboard = {
  uid: 'support-console',
  title: 'Support Console',
  description: 'docs/operations/watching.md; docs/runbook.md for each alert',
  tags: ['support-console'],
  schemaVersion: 39,
  version: 1,
  timezone: 'browser',
  refresh: '30s',
  time: { from: 'now-3h', to: 'now' },
  templating: {
    list: [
      { name: 'source', label: 'Prometheus', type: 'datasource', query: 'prometheus', current: {}, hide: 0 },
    ],
  },
  annotations: {
    list: [
      {
        name: 'Versions',
        enable: true,
        datasource,
        expr: 'changes(process_start_time_seconds{job="support-console"}[2m]) > 0',
        titleFormat: 'Start',
        textFormat: '{{instance}}',
        iconColor: 'blue',
      },
    ],
  },
  panels: placed(),
}

if (import.meta.main) {
  const text = `${JSON.stringify(dashboard, null, 2)}\n`
  const [file] = process.argv.slice(2)
  if (file) writeFileSync(file, text)
  else process.stdout.write(text)
}
