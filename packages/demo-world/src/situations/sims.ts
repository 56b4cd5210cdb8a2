import type { Situations } from './situation.ts'
import { sim as att, slowDeactivation } from './subjects.ts'

/** Verizon, Harbor Security, in no panel. */
const verizon = '89148000000000010018'
/** AT&T, Prairie Alarm (Tier 2, subnet 10.20.0.0/16). */
const prairie = '8901170000000000021'
/** In no inventory of the demo world. */
const stranger = '8901170000000099999'

const prairieAlarm = { name: 'Prairie Alarm', sapCompanyId: '1000002' }

/** What can be wrong with a SIM by itself. */
export const simSituations: Situations = {
  'sim-in-order': {
    sentence: 'The SIM is in order wherever one looks.',
    about: { sim: att },
    expects: { state: 'fine' },
  },
  'sim-nobody-knows': {
    sentence: 'Neither the inventory nor any system knows the SIM.',
    about: { sim: stranger },
    expects: { state: 'cause', code: 'sim-unknown' },
    never: ['sim-not-active fine', 'sim-offline wrong'],
  },
  'sim-not-in-inventory': {
    sentence: 'Carrier, MobileBroker and Connector know the SIM; the inventory does not.',
    about: { sim: stranger },
    sims: { [stranger]: { like: att } },
    expects: { state: 'to-mend', code: 'sim-unknown' },
    never: ['sim-not-active wrong', 'sim-offline wrong'],
  },
  'sim-company-at-connector': {
    sentence: 'Connector says that the SIM is of Prairie Alarm; the inventory says Harbor Security.',
    about: { sim: att },
    sims: { [att]: { connector: { company: prairieAlarm } } },
    expects: { state: 'to-mend', code: 'sim-company', next: '/company' },
    never: ['sim-company fine'],
  },
  'sim-of-no-company': {
    sentence: 'The SIM is of no company, so it has no network model.',
    about: { sim: '8901170000000000039' },
    expects: { state: 'to-mend', code: 'sim-company' },
    never: ['sim-network-model fine'],
  },
  'sim-marked-unusable': {
    sentence: 'Someone has marked the SIM unusable; the carrier has it active.',
    about: { sim: att },
    before: 'Mark the SIM unusable on its page.',
    expects: { state: 'to-mend', code: 'sim-unusable', next: '/simmanagement' },
    never: ['sim-not-active wrong', 'sim-unusable fine'],
  },
  'sim-deactivated': {
    sentence: 'The SIM was deactivated long ago, at the carrier and in the inventory.',
    about: { sim: '8901170000000000062' },
    expects: { state: 'cause', code: 'sim-deactivation' },
    never: ['sim-not-active fine', 'carrier-trouble wrong'],
  },
  'sim-deactivated-at-the-carrier': {
    sentence: 'AT&T deactivated the SIM 2 hours ago; MobileBroker and Connector have not noticed.',
    about: { sim: att },
    sims: { [att]: { carrier: { state: 'deactivated', sinceMinutes: 120 } } },
    expects: { state: 'cause', code: 'sim-not-active' },
    also: ['sim-state-differs follows'],
    never: ['sim-offline wrong', 'sim-state-differs fine'],
  },
  'sim-suspended-at-the-carrier': {
    sentence: 'Verizon suspended the SIM 4 days ago; MobileBroker and Connector say Active.',
    about: { sim: verizon },
    sims: { [verizon]: { carrier: { state: 'suspended', sinceMinutes: 5760 } } },
    expects: { state: 'cause', code: 'sim-not-active' },
    also: ['sim-state-differs follows'],
    never: ['sim-offline wrong', 'sim-state-differs fine'],
  },
  'sim-suspended-everywhere': {
    sentence: 'The SIM is suspended, and all three systems say so.',
    about: { sim: verizon },
    sims: { [verizon]: { all: { state: 'suspended', sinceMinutes: 600 } } },
    expects: { state: 'cause', code: 'sim-not-active' },
    never: ['sim-state-differs wrong', 'sim-offline wrong'],
  },
  'sim-never-activated': {
    sentence: 'The SIM was never activated: it is stock in all three systems.',
    about: { sim: verizon },
    sims: { [verizon]: { all: { state: 'inventory' } } },
    expects: { state: 'cause', code: 'sim-not-active' },
    never: ['sim-offline wrong', 'sim-imei wrong'],
  },
  'sim-unknown-to-the-carrier': {
    sentence: 'Verizon does not know the SIM.',
    about: { sim: '8914800000000000030' },
    expects: { state: 'cause', code: 'sim-not-active' },
    never: ['sim-not-active fine', 'sim-offline fine'],
  },
  'sim-state-at-mobile-broker': {
    sentence: 'MobileBroker says Suspended; carrier and Connector say Active.',
    about: { sim: att },
    sims: { [att]: { 'mobile-broker': { state: 'suspended', sinceMinutes: 60 } } },
    expects: { state: 'to-mend', code: 'sim-state-differs', next: '/sim-detail' },
    never: ['sim-not-active wrong', 'sim-state-differs fine'],
  },
  'sim-state-at-connector': {
    sentence: 'Connector says Deactivated; carrier and MobileBroker say Active.',
    about: { sim: verizon },
    sims: { [verizon]: { connector: { state: 'deactivated', sinceMinutes: 60 } } },
    expects: { state: 'to-mend', code: 'sim-state-differs', next: '/sim-detail' },
    never: ['sim-not-active wrong', 'sim-state-differs fine'],
  },
  'sim-listed-twice': {
    sentence: 'Connector lists the SIM twice: active and suspended.',
    about: { sim: att },
    sims: { [att]: { connector: { listed: ['active', 'suspended'] } } },
    expects: { state: 'to-mend', code: 'sim-listed-twice' },
    never: ['sim-listed-twice fine'],
  },
  'sim-of-another-carrier': {
    sentence: 'The SIM is of Verizon, and its company is set to use Aeris alone.',
    about: { sim: verizon },
    before: 'Import the company with mnvOsInUse Aeris.',
    expects: { state: 'to-mend', code: 'sim-carrier-not-used', next: '/company' },
    never: ['sim-carrier-not-used fine'],
  },
  'sim-in-another-device': {
    sentence:
      'Since yesterday all three systems tell another IMEI than before: the SIM sits in another device.',
    about: { sim: att },
    before: 'Look at the SIM once before the situation begins, so that its IMEI is known.',
    sims: { [att]: { all: { imei: '352099008888881' } } },
    expects: { state: 'to-mend', code: 'sim-imei', next: '/sim-detail' },
    never: ['sim-imei fine'],
  },
  'sim-imei-at-the-carrier': {
    sentence: 'Verizon tells another IMEI than MobileBroker and Connector.',
    about: { sim: verizon },
    sims: { [verizon]: { carrier: { imei: '352099007777770' } } },
    expects: { state: 'to-mend', code: 'sim-imei', next: '/sim-detail' },
    never: ['sim-imei fine'],
  },
  'sim-offline': {
    sentence: 'The SIM is active, but not in session, as all three systems say.',
    about: { sim: att },
    sims: { [att]: { all: { online: false } } },
    expects: { state: 'cause', code: 'sim-offline' },
    never: ['sim-not-active wrong', 'sim-offline fine'],
  },
  'sim-address-of-another': {
    sentence: "The session's address is neither the SIM's NAT address nor its real one.",
    about: { sim: att },
    sims: { [att]: { carrier: { ipAddress: '10.64.99.13' } } },
    expects: { state: 'to-mend', code: 'sim-address', next: '/sim-detail' },
    never: ['sim-address fine'],
  },
  'sim-address-outside-the-subnets': {
    sentence: "All systems agree on an address that is in none of Prairie Alarm's subnets.",
    about: { sim: prairie },
    sims: { [prairie]: { all: { ipAddress: '10.99.4.21', natIp: '10.99.4.21' } } },
    expects: { state: 'to-mend', code: 'sim-address', next: '/company' },
    never: ['sim-address fine'],
  },
  'sim-network-model-of-its-own': {
    sentence: "The SIM has another network model than its company's.",
    about: { sim: '8914800000000000022' },
    expects: { state: 'to-mend', code: 'sim-network-model', next: '/simmanagement' },
    never: ['sim-network-model fine'],
  },
  'sim-without-vpn-account': {
    sentence: 'The SIM is of a Tier 3 company and has no VPN account.',
    about: { sim: stranger },
    before: 'Import the SIM for company 1000001 without vpnUserName.',
    sims: { [stranger]: { like: att } },
    expects: { state: 'to-mend', code: 'sim-vpn-account', next: '/simmanagement' },
    never: ['sim-vpn-account fine', 'sim-unknown wrong'],
  },
  'sim-being-deactivated': {
    sentence: 'A colleague is deactivating the SIM; the carrier has not answered yet.',
    about: { sim: '89148000000000010042' },
    before: 'Deactivate the SIM on SIM Management.',
    faults: [slowDeactivation],
    expects: { state: 'cause', code: 'sim-deactivation', next: '/simmanagement' },
    never: ['sim-deactivation fine'],
  },
  'sim-deactivation-unknown': {
    sentence: 'A deactivation went out, its answer was lost, and the carrier cannot be read since.',
    about: { sim: '89148000000000010034' },
    before: 'Deactivate the SIM on SIM Management.',
    faults: [
      { system: 'verizon', fault: 'cut', operation: '/actions/deactivate' },
      { system: 'verizon', fault: '500', operation: '/devices/actions/list' },
    ],
    expects: { state: 'cause', code: 'sim-deactivation', next: '/simmanagement' },
    never: ['sim-deactivation fine', 'sim-not-active fine'],
  },
  'sim-usage-beyond-the-threshold': {
    sentence: "The last billed month is beyond the company's alert threshold.",
    about: { sim: '8901170000000000021' },
    before:
      "Let Prairie Alarm's usage be monitored, and put a billing line of the last month into the database that is beyond its plan.",
    expects: { state: 'to-mend', code: 'sim-usage' },
    never: ['sim-usage fine'],
  },
}
