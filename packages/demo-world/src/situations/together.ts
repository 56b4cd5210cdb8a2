import type { Situations } from './situation.ts'
import { inOrder, notConnected, panel, sim } from './subjects.ts'

const verizon = '89148000000000010018'

/** Seven at webconnect-2, forty-three at webconnect-3, all with a service. */
const fifty = [
  ...[
    430, 431, 432, 434, 435, 436, 437, 831, 833, 834, 835, 836, 838, 840, 841, 842, 844, 845, 846, 847, 848,
  ],
  ...[
    850, 851, 852, 853, 854, 855, 856, 858, 860, 861, 864, 865, 867, 870, 872, 873, 874, 875, 877, 878, 880,
  ],
  ...[881, 882, 883, 884, 885, 887, 890, 891],
].map((n) => `CBS${String(n).padStart(7, '0')}`)
/** No answer until the situation is over. */
const silent = (system: string) => ({ system, fault: 'slow', seconds: 3600 })

/** Sources that do not answer, alone and beside a fault, and several faults together. */
export const sourceSituations: Situations = {
  'carrier-never-answers': {
    sentence: 'AT&T gives no answer; everything that did answer is in order.',
    about: { sim },
    faults: [silent('att')],
    expects: { state: 'so-far' },
    never: ['sim-not-active fine', 'sim-offline fine', 'sim-state-differs fine'],
  },
  'carrier-fails': {
    sentence: 'AT&T answers 503 for this SIM each time.',
    about: { sim: '8901170000000000047' },
    expects: { state: 'not-known' },
    never: ['sim-not-active fine', 'sim-not-active wrong', 'sim-offline fine'],
  },
  'carrier-slow': {
    sentence: 'Verizon takes its time, and all is well once it answers.',
    about: { sim: verizon },
    faults: [{ system: 'verizon', fault: 'slow', seconds: 0.4, operation: '/devices/actions/list' }],
    expects: { state: 'fine' },
  },
  'connector-never-answers': {
    sentence: 'Connector gives no answer; everything that did answer is in order.',
    about: { sim: verizon },
    faults: [silent('connector')],
    expects: { state: 'so-far' },
    never: ['sim-company fine', 'sim-state-differs fine', 'sim-imei fine'],
  },
  'mobile-broker-fails': {
    sentence: 'MobileBroker answers that it is broken.',
    about: { sim },
    faults: [{ system: 'mobile-broker', fault: '500' }],
    expects: { state: 'not-known' },
    never: ['sim-state-differs fine'],
  },
  'pathfinder-fails': {
    sentence: 'Pathfinder is broken, so no one knows where the panel points.',
    about: { panel },
    ...inOrder,
    faults: [{ system: 'pathfinder', fault: '500' }],
    expects: { state: 'not-known' },
    never: ['panel-environment fine'],
  },
  'remote-portal-fails': {
    sentence: 'The Remote Portal is broken, so no one knows whether management is disabled.',
    about: { panel },
    ...inOrder,
    faults: [{ system: 'remote-portal', fault: '500' }],
    expects: { state: 'not-known' },
    never: ['panel-management fine'],
  },
  'carrier-outage': {
    sentence: 'AT&T cannot be reached at all: it is left alone after several tries.',
    about: { sim },
    before: 'Look at five other SIMs of AT&T.',
    faults: [{ system: 'att', fault: 'refuse' }],
    expects: { state: 'likely', code: 'carrier-trouble' },
    never: ['sim-not-active wrong', 'sim-not-active fine', 'sim-offline fine'],
  },
  'everything-silent': {
    sentence: 'No system outside gives an answer.',
    about: { panel },
    ...inOrder,
    faults: ['att', 'mobile-broker', 'connector', 'remote-portal', 'pathfinder'].map(silent),
    expects: { state: 'so-far' },
    never: ['sim-not-active fine', 'sim-company fine', 'panel-environment fine', 'panel-management fine'],
  },
  'webconnect-never-told': {
    sentence: 'WebConnect has never told anything of the panel, and does not answer.',
    about: { panel },
    before: 'Begin with an empty database.',
    ...inOrder,
    faults: [{ system: 'webconnect', fault: '500' }],
    expects: { state: 'not-known' },
    never: ['container-down fine'],
  },
}

export const togetherSituations: Situations = {
  'suspended-and-connector-silent': {
    sentence: 'Verizon suspended the SIM, and Connector gives no answer.',
    about: { sim: verizon },
    sims: { [verizon]: { all: { state: 'suspended', sinceMinutes: 90 } } },
    faults: [silent('connector')],
    expects: { state: 'cause', code: 'sim-not-active' },
    also: ['sim-company waiting'],
    never: ['sim-company fine', 'sim-offline wrong'],
  },
  'unusable-and-other-imei': {
    sentence: 'The SIM is marked unusable, and Verizon tells another IMEI.',
    about: { sim: verizon },
    before: 'Mark the SIM unusable on its page.',
    sims: { [verizon]: { carrier: { imei: '352099007777770' } } },
    expects: { state: 'to-mend', code: 'sim-unusable' },
    also: ['sim-imei wrong'],
    never: ['sim-imei fine'],
  },
  'management-disabled-and-sim-deactivated': {
    sentence: 'Management is disabled in the Remote Portal, and AT&T deactivated the SIM; the panel left.',
    about: { panel },
    ...notConnected,
    panels: { [panel]: { environment: 'TEST', managementDisabled: true } },
    sims: { [sim]: { all: { state: 'deactivated', sinceMinutes: 30 } } },
    expects: { state: 'cause', code: 'sim-not-active' },
    also: ['panel-management wrong'],
    never: ['panel-management fine'],
  },
  'container-down-and-imei-other': {
    sentence: "The panel's container does not answer, and AT&T tells another IMEI of its SIM.",
    about: { panel },
    before: 'Wait until WebConnect has been asked once before the situation, and once in it.',
    ...inOrder,
    containers: { 'webconnect-1': { is: 'silent' } },
    sims: { [sim]: { carrier: { imei: '352099007777770' } } },
    expects: { state: 'cause', code: 'container-down' },
    also: ['sim-imei wrong'],
    never: ['sim-imei fine'],
  },
  'carrier-outage-and-panel-gone': {
    sentence: 'AT&T cannot be reached, and the panel has left its container.',
    about: { panel },
    before: 'Look at five other SIMs of AT&T.',
    ...notConnected,
    faults: [{ system: 'att', fault: 'refuse' }],
    expects: { state: 'likely', code: 'carrier-trouble' },
    never: ['sim-not-active fine', 'sim-offline fine'],
  },
  'fifty-connected': {
    sentence: 'Fifty panels are connected and heard; no one has looked at their SIMs.',
    about: { panels: fifty },
    connections: Object.fromEntries(fifty.map((cloudId) => [cloudId, {}])),
    expects: { state: 'not-known' },
  },
  'container-outage-behind-fifty': {
    sentence: 'Of fifty panels forty-three hang on webconnect-3, which does not answer.',
    about: { panels: fifty },
    before: "Begin with 'fifty-connected', and wait until WebConnect has been asked once in either.",
    connections: Object.fromEntries(fifty.map((cloudId) => [cloudId, {}])),
    containers: { 'webconnect-3': { is: 'silent' } },
    expects: { state: 'cause', code: 'container-down' },
  },
  'reader-without-rights': {
    sentence: 'Who asks may read SIM information, and nothing of panels or user actions.',
    about: { sim },
    review: 26,
    before: 'Sign in as a person who may read SIM information only.',
    expects: { state: 'not-known' },
    says: [/not shown to you/i, /role/],
    neverSays: [/No deactivation and/],
  },
}

/** Chosen after the checks were finished, to see whether what no one thought of is judged honestly. */
export const unforeseenSituations: Situations = {
  'sim-moved-to-another-panel': {
    sentence: "The installer has put the panel's SIM into another panel, which is connected with it.",
    about: { panel },
    ...notConnected,
    connections: { [panel]: 'none', CBS0000010: { iccid: sim } },
    expects: { state: 'cause', code: 'panel-other-sim', next: '/panel' },
    never: ['sim-offline wrong'],
  },
  'carrier-says-a-word-that-nobody-knows': {
    sentence:
      "AT&T says REVIEW_HOLD, which no guide has, and Connector's proxy sends a web page instead of an answer.",
    about: { sim },
    sims: { [sim]: { carrier: { word: 'REVIEW_HOLD' } } },
    faults: [{ system: 'connector', fault: 'garbage', variant: 'html' }],
    expects: { state: 'not-known' },
    never: ['sim-not-active fine', 'sim-not-active wrong', 'sim-company fine'],
  },
}
