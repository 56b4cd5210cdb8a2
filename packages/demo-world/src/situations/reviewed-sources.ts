import type { Situations } from './situation.ts'
import { answers, connected, inOrder, notConnected, ofVerizon, other, panel, sim } from './subjects.ts'

const longAgo = '2026-01-05T07:30:00.000Z'

/** Those of the review that are about what sources answer. */
export const reviewedSourceSituations: Situations = {
  'all-of-webconnect-fails-and-sim-deactivated': {
    review: 5,
    sentence: 'All of WebConnect answers 503, AT&T does not answer, and the two others say Deactivated.',
    about: { panel },
    ...inOrder,
    sims: {
      [sim]: {
        'mobile-broker': { state: 'deactivated', sinceMinutes: 20 },
        connector: { state: 'deactivated' },
      },
    },
    faults: [answers('webconnect', '', 503), { system: 'att', fault: 'slow', seconds: 3600 }],
    expects: { state: 'cause', code: 'container-down', further: ['sim-not-active'] },
    says: [
      /^(So far: )?two problems( so far)?: none of the 3 containers of WebConnect answers/i,
      /deactivated/,
    ],
  },
  'list-of-connections-fails': {
    review: 7,
    sentence: "The container's list of connections answers 500, its metrics do not.",
    about: { panel },
    ...inOrder,
    faults: [answers('webconnect', '/webconnect-1/v1/connections', 500)],
    expects: { state: 'cause', code: 'container-down' },
    says: [/has not reported its connections/, /Tell the operators of WebConnect/],
  },
  'sim-listed-deactivated-and-active': {
    review: 10,
    sentence: 'Verizon lists the SIM twice, deactivated and active; the panel is heard.',
    about: { panel: ofVerizon.panel },
    ...connected(ofVerizon.panel),
    sims: { [ofVerizon.sim]: { carrier: { listed: ['deactivated', 'active'] } } },
    expects: { state: 'to-mend', code: 'sim-listed-twice' },
    says: [/Verizon lists this SIM twice: (active and deactivated|deactivated and active)/i],
  },
  'sim-listed-active-and-suspended': {
    review: 11,
    sentence: 'Verizon lists the SIM twice, active and suspended; the panel is heard.',
    about: { panel: ofVerizon.panel },
    ...connected(ofVerizon.panel),
    sims: { [ofVerizon.sim]: { carrier: { listed: ['active', 'suspended'] } } },
    expects: { state: 'to-mend', code: 'sim-listed-twice' },
    says: [/Verizon lists this SIM twice: (active and suspended|suspended and active)/i],
  },
  'half-answers': {
    review: 12,
    sentence: 'MobileBroker tells no state, AT&T and Connector odd words for it, and no one an IMEI.',
    about: { panel },
    ...inOrder,
    sims: {
      [sim]: {
        'mobile-broker': { word: '', imei: '' },
        carrier: { word: 'activated', imei: '' },
        connector: { word: 'Active', imei: '' },
      },
    },
    expects: { state: 'not-known' },
    says: [/fewer than two sources name/i],
    neverSays: [/Device status/],
  },
  'answers-about-another-sim': {
    review: 14,
    sentence: 'AT&T and MobileBroker answer about another SIM; the panel left.',
    about: { panel },
    ...notConnected,
    sims: { [sim]: { carrier: { iccid: other.sim }, 'mobile-broker': { iccid: other.sim } } },
    expects: { state: 'not-known' },
    says: [/AT&T answered about something other than/, /MobileBroker answered about something other than/],
  },
  'session-begins-tomorrow': {
    review: 20,
    sentence: "AT&T's session begins tomorrow; the panel left.",
    about: { panel },
    ...notConnected,
    sims: { [sim]: { carrier: { session: { beganMinutes: -1440, endedMinutes: null } } } },
    expects: { state: 'not-known' },
    says: [/AT&T says .*in the future/],
  },
  'container-writes-local-time': {
    review: 22,
    sentence: 'The container writes local time without a zone, five hours behind.',
    about: { panel },
    ...inOrder,
    containers: { 'webconnect-1': { clockMinutes: -300, isWithoutZone: true } },
    expects: { state: 'to-mend', code: 'container-clock' },
    says: [/5 hours behind/],
    neverSays: [/\d{4} s/],
  },
  'pathfinder-refuses': {
    review: 25,
    sentence: 'Pathfinder answers 403; the panel left.',
    about: { panel },
    ...notConnected,
    faults: [answers('pathfinder', '', 403)],
    expects: { state: 'not-known' },
    says: [/Pathfinder refused the request/, /administrator/],
  },
  'dead-session-on-another-container': {
    review: 30,
    sentence: 'One container has a dead session of the panel, another one a live one.',
    about: { panel },
    ...inOrder,
    faults: [
      answers('webconnect', '/webconnect-2/v1/connections', 200, {
        connections: [
          {
            ...{ connectionId: 'dead', transactionId: 'dead', cloud: { cloudId: panel }, iccid: sim },
            ...{ connectedTime: longAgo, lastReceivedTime: longAgo, lastSendDataTime: longAgo },
            ...{ lastReceivedStatus: 'OK', ethernet: { ipAddress: '10.1.1.1' }, portNumber: 4000 },
          },
        ],
        next: null,
      }),
    ],
    expects: { state: 'fine' },
    says: [/The panel reports/],
  },
  'carrier-refuses-credentials': {
    review: 33,
    sentence: "AT&T refuses the console's credentials.",
    about: { panel },
    ...inOrder,
    faults: [answers('att', '', 401, { errorMessage: 'Invalid credentials.', errorCode: '10000001' })],
    expects: { state: 'not-known' },
    says: [/AT&T refused the console's credentials/, /Tell the administrator/],
    neverSays: [/[Ll]ook again/],
  },
  'numbers-where-texts-belong': {
    review: 35,
    sentence: 'AT&T, MobileBroker and Connector send numbers where texts belong.',
    about: { panel },
    ...inOrder,
    faults: ['att', 'mobile-broker', 'connector'].map((system) =>
      answers(system, '', 200, { iccid: 17, status: 17, devices: [{ iccid: 17, deviceStatus: 17 }] }),
    ),
    expects: { state: 'not-known' },
    says: [/gave an answer that cannot be read/],
    neverSays: [/did not answer/],
  },
}
