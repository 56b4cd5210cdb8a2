import { z } from 'zod'
import { fleetSettings } from './fleet.settings.ts'
import { certificates, links, ticketAddress } from './platform/settings/checks.ts'
import {
  keepDays,
  optional,
  optionalWebAddress,
  type Setting,
  type ValuesOf,
  wholeNumber,
} from './platform/settings/setting.ts'
import { signOnSettings } from './platform/sign-on/sign-on.settings.ts'
import { first, listening, running, watched } from './server.settings.ts'
import { carriersSettings } from './systems/carriers/carriers.ts'
import { connectorSettings } from './systems/connector/connector.settings.ts'
import { csrAgentSettings } from './systems/csr-agent/csr-agent.settings.ts'
import { mobileBrokerSettings } from './systems/mobile-broker/mobile-broker.settings.ts'
import { pathfinderSettings } from './systems/pathfinder/pathfinder.settings.ts'
import { remotePortalSettings } from './systems/remote-portal/remote-portal.settings.ts'
import { webconnectSettings } from './systems/webconnect/webconnect.settings.ts'

const signOn = [...signOnSettings] as const

const screens = [
  {
    name: 'AUTOMATION_OPERATOR_EMAIL',
    default: 'robot@example.com',
    meaning: 'Whose rows HideRobot hides on User Action Detail',
    check: z
      .string()
      .refine(
        (value) => value === '' || z.email().safeParse(value).success,
        'must be an e-mail address or empty',
      ),
  },
  {
    name: 'PROFILE_URL',
    default: '',
    meaning: "Where 'Profile' leads; the provider's account page when empty",
    check: optionalWebAddress,
  },
  {
    name: 'APPLICATION_LINKS',
    default: '',
    meaning: 'Links of the profile pop-over: LABEL=https://…, separated by commas',
    check: links,
  },
  {
    name: 'REASON_REQUIRED',
    default: 'off',
    meaning:
      'on: what cuts something off (deactivations, batches, disabled management, an environment, releases, installer service keys) is refused without a reason; off: it may have one',
    check: z.enum(['on', 'off'], { error: 'must be on or off' }).transform((value) => value === 'on'),
  },
  {
    name: 'TICKET_URL',
    default: '',
    meaning:
      'Where a ticket of a reason is read, for instance https://tickets.example/{ticket}; empty: tickets are no links',
    check: ticketAddress,
  },
  {
    name: 'BRAND_URL',
    default: '',
    meaning: 'Where the brand logo leads; empty: to the home page',
    check: optionalWebAddress,
  },
] as const

const doors = [
  {
    name: 'DEVICE_SIGN_ON',
    default: 'off',
    meaning:
      'on: `isc sign-in` gets a personal token by a code that its person enters under Tokens; a code that a stranger reads out signs the stranger in ([tokens.md](tokens.md))',
    check: z.enum(['on', 'off'], { error: 'must be on or off' }).transform((value) => value === 'on'),
  },
  {
    name: 'WEBHOOKS_LOCAL',
    default: 'off',
    meaning:
      'on: webhooks may also go to http://localhost, to try a receiver on this machine; never with ENVIRONMENT=prod',
    check: z.enum(['on', 'off'], { error: 'must be on or off' }).transform((value) => value === 'on'),
  },
] as const

const carriers = [
  ...carriersSettings,
  {
    name: 'DEACTIVATION_LOOK_MS',
    default: '2000',
    meaning:
      'The first wait before a carrier is asked how a SIM or a request stands, in milliseconds; it doubles up to 15 times as long',
    check: wholeNumber(10, 60_000),
  },
  {
    name: 'DEACTIVATION_PATIENCE_SECONDS',
    default: '60',
    meaning: 'How long a batch waits in all for a carrier that takes no requests before its rows fail',
    check: wholeNumber(0, 3600),
  },
] as const

const panels = [
  ...mobileBrokerSettings,
  ...connectorSettings,
  ...remotePortalSettings,
  ...pathfinderSettings,
] as const

const receivers = [...csrAgentSettings, ...webconnectSettings] as const

const proof = [
  {
    name: 'AUDIT_TIMESTAMP_URL',
    default: '',
    meaning:
      'Address of a time-stamp server (RFC 3161) that is asked for one of the head of the audit chain each hour; empty: none is',
    check: optionalWebAddress,
  },
  {
    name: 'AUDIT_TIMESTAMP_CA',
    default: '',
    secret: true,
    meaning: 'Certificates (PEM) to which its time-stamps must go back; no secret, but long',
    check: certificates,
  },
  {
    name: 'LINKING_SERVICE_TOKEN',
    default: '',
    demo: 'demo-linking-token',
    secret: true,
    meaning:
      'Token by which the linking service may ask whether an installer service key is valid; empty: no one may',
    check: optional,
  },
] as const

const keeping = [
  keepDays(
    'SIM_ACTIVITY_KEEP_DAYS',
    'SIM activity; it goes by whole months, and SIMs that nothing else names are then not found any more',
  ),
  keepDays(
    'BATCHES_KEEP_DAYS',
    'batches, bulk checks, watches, notes, times of disabled management and enablings that have ended, and deactivations of single SIMs',
  ),
  keepDays('DEPLOYMENTS_KEEP_DAYS', 'deployments that have ended; the last one of each CSR stays'),
  keepDays(
    'OBSERVATIONS_KEEP_DAYS',
    'what neighbours said otherwise than before, and when they did not answer; what they said last stays',
  ),
] as const

/** Every setting there is. */
export const settings = [
  ...first,
  ...listening,
  ...running,
  ...watched,
  ...signOn,
  ...screens,
  ...doors,
  ...carriers,
  ...panels,
  ...receivers,
  ...fleetSettings,
  ...proof,
  ...keeping,
] as const satisfies readonly Setting[]

interface SettingGroup {
  title: string
  about: string
  settings: readonly Setting[]
}
/** The same by subject, in the order of docs/settings.md. */
export const settingGroups: readonly SettingGroup[] = [
  {
    title: 'The first ones',
    about:
      'Set these six for real use; everything else has a default, or is an address or a credential of a neighbour.',
    settings: first,
  },
  {
    title: 'Listening',
    about: 'Ports and addresses, and the proxies in front.',
    settings: listening,
  },
  {
    title: 'The database and the work',
    about: 'How a server uses the database, and whether it works on what people ordered.',
    settings: running,
  },
  {
    title: 'Log, traces and limits',
    about: 'What a server says of itself, and how much it takes on.',
    settings: watched,
  },
  {
    title: 'Sign-on',
    about: 'The OpenID Connect provider that people sign in with ([keycloak.md](keycloak.md)).',
    settings: signOn,
  },
  {
    title: 'Screens',
    about: 'Links and names that the screens show.',
    settings: screens,
  },
  {
    title: 'Doors',
    about:
      'How command lines sign in ([tokens.md](tokens.md)), and how other systems are told what happened ([webhooks.md](webhooks.md)).',
    settings: doors,
  },
  {
    title: 'The fleet',
    about: 'How what is wrong is found before anybody calls ([fleet.md](fleet.md)).',
    settings: fleetSettings,
  },
  {
    title: 'Audit and the linking service',
    about: 'Time-stamps of the audit trail ([audit.md](audit.md)), and the token for installer service keys.',
    settings: proof,
  },
  {
    title: 'How long data is kept',
    about: 'What may go after a number of days; 0 keeps it for ever ([data.md](data.md)).',
    settings: keeping,
  },
]

/** Those of docs/settings/neighbours.md. */
export const neighbourGroups: readonly SettingGroup[] = [
  {
    title: 'Carriers',
    about:
      'AT&T, Verizon, Aeris and Wyless: addresses, credentials, limits, and what their words mean ([what they speak](../neighbours/carriers.md)).',
    settings: carriers,
  },
  {
    title: 'Broker, connector and panels',
    about: 'MobileBroker, Connector, Remote Portal and Pathfinder.',
    settings: panels,
  },
  {
    title: 'CSR agents and WebConnect',
    about: 'CSR servers, their releases, and the containers that panels connect to.',
    settings: receivers,
  },
]

export type SettingName = (typeof settings)[number]['name']
/** Every setting's checked value by its name. */
export type SettingValues = ValuesOf<typeof settings>
