import type { Changes, Situations } from './situation.ts'

/** Of Harbor Security, at webconnect-1, with the SIM 8901170000000000013. */
const panel = 'CBS0000001'
const sim = '8901170000000000013'

/** The panel points to the demo's own host, is connected and heard. */
const inOrder = {
  panels: { [panel]: { environment: 'TEST' } },
  connections: { [panel]: {} },
} satisfies Changes
const notConnected = { ...inOrder, connections: { [panel]: 'none' } } satisfies Changes

/** What can be wrong with a panel by itself, its SIM being in order. */
export const panelSituations: Situations = {
  'panel-in-order': {
    sentence: 'The panel and its SIM are in order wherever one looks.',
    about: { panel },
    ...inOrder,
    expects: { state: 'fine', code: 'no-fault' },
  },
  'panel-nobody-knows': {
    sentence: 'No panel has this cloud ID.',
    about: { panel: 'CBS9999999' },
    expects: { state: 'fault', code: 'panel-unknown', next: '/search' },
    never: ['panel-not-connected fine'],
  },
  'panel-of-another-company': {
    sentence: "The panel is Prairie Alarm's in the inventory, its SIM Harbor Security's.",
    about: { panel },
    before: 'Import the panel with sapCompanyId 1000002.',
    ...inOrder,
    expects: { state: 'fault', code: 'panel-company', next: 'companies' },
    never: ['panel-company fine'],
  },
  'panel-of-no-company': {
    sentence: 'The panel belongs to no company.',
    about: { panel },
    before: 'Import the panel with an empty sapCompanyId.',
    ...inOrder,
    expects: { state: 'fault', code: 'panel-company' },
    never: ['panel-company fine'],
  },
  'panel-without-sim': {
    sentence: 'Neither the inventory nor WebConnect names a SIM of the panel.',
    about: { panel: 'CBS0000005' },
    panels: { CBS0000005: { environment: 'TEST' } },
    connections: { CBS0000005: 'none' },
    expects: { state: 'fault', code: 'panel-without-sim', next: 'import' },
    never: ['panel-without-sim fine', 'sim-not-active fine'],
  },
  'panel-services-off': {
    sentence: 'None of the services is on for the panel.',
    about: { panel },
    before: 'Import the panel with its three services off.',
    ...inOrder,
    expects: { state: 'fault', code: 'panel-services' },
    never: ['panel-services fine'],
  },
  'panel-management-disabled': {
    sentence: 'Management of the panel is disabled in the Remote Portal; everything else is in order.',
    about: { panel: 'CBS0000002' },
    panels: { CBS0000002: { environment: 'TEST', managementDisabled: true } },
    connections: { CBS0000002: {} },
    sims: { '8914800000000000014': { all: { online: true } } },
    expects: { state: 'warning', code: 'panel-management', next: 'panel' },
    never: ['panel-management fine'],
  },
  'panel-in-another-environment': {
    sentence: 'Pathfinder points the panel to DEV; it does not call here.',
    about: { panel },
    ...notConnected,
    panels: { [panel]: { environment: 'DEV' } },
    expects: { state: 'fault', code: 'panel-environment', next: 'panel-environment' },
    never: ['panel-not-connected fault', 'panel-environment fine'],
  },
  'panel-not-connected': {
    sentence: 'The panel is at no container; its SIM is online.',
    about: { panel },
    ...notConnected,
    expects: { state: 'fault', code: 'panel-not-connected' },
    never: ['panel-not-connected fine', 'sim-offline fault', 'container-down fault'],
  },
  'panel-not-heard': {
    sentence: 'The panel is connected; nothing was received from it for 2 hours.',
    about: { panel },
    ...inOrder,
    connections: { [panel]: { heardMinutes: 120 } },
    expects: { state: 'fault', code: 'panel-silent' },
    never: ['panel-silent fine', 'container-silent fault'],
  },
  'panel-with-another-sim': {
    sentence: 'WebConnect names another SIM than the inventory for the panel.',
    about: { panel },
    ...inOrder,
    connections: { [panel]: { iccid: '89011700000000010011' } },
    expects: { state: 'fault', code: 'panel-other-sim', next: 'sims' },
    never: ['panel-other-sim fine'],
  },
  'container-never-answers': {
    sentence: "The panel's container does not answer any more.",
    about: { panel },
    before: 'Wait until WebConnect has been asked once before the situation, and once in it.',
    ...inOrder,
    containers: { 'webconnect-1': { is: 'silent' } },
    expects: { state: 'fault', code: 'container-down', next: 'wc-metrics' },
    never: ['container-down fine', 'panel-silent fault', 'panel-not-connected fault'],
  },
  'container-gone': {
    sentence: "WebConnect's list has the panel's container no more.",
    about: { panel },
    before: 'Wait until WebConnect has been asked once before the situation, and once in it.',
    ...inOrder,
    containers: { 'webconnect-1': { is: 'gone' } },
    expects: { state: 'fault', code: 'container-down', next: 'wc-metrics' },
    never: ['container-down fine', 'panel-silent fault'],
  },
  'container-clock-wrong': {
    sentence: "The container's clock is 11 minutes ahead.",
    about: { panel },
    ...inOrder,
    containers: { 'webconnect-1': { clockMinutes: 11 } },
    expects: { state: 'warning', code: 'container-clock', next: 'wc-metrics' },
    never: ['container-clock fine', 'panel-silent fault'],
  },
  'container-silent': {
    sentence: 'Nothing was received from any panel of the container for 45 minutes: it is not this panel.',
    about: { panel },
    ...inOrder,
    connections: { [panel]: { heardMinutes: 45 } },
    containers: { 'webconnect-1': { heardMinutes: 45 } },
    expects: { state: 'fault', code: 'container-silent', next: 'wc-metrics' },
    never: ['panel-silent fault', 'container-silent fine'],
  },
  'receiver-just-deployed': {
    sentence: 'A release was deployed on a receiver just before the panel left.',
    about: { panel },
    before: 'Deploy a release on CSR Management.',
    ...notConnected,
    expects: { state: 'fault', code: 'receiver-deployed', next: 'csr-management' },
    never: ['receiver-deployed fine'],
  },
  'panel-with-a-suspended-sim': {
    sentence: 'The panel left its container 2 hours ago, when AT&T deactivated its SIM.',
    about: { panel },
    ...notConnected,
    sims: { [sim]: { carrier: { state: 'deactivated', sinceMinutes: 120 } } },
    expects: { state: 'fault', code: 'sim-not-active', next: 'sim' },
    never: ['panel-not-connected fault', 'sim-offline fault'],
  },
  'panel-with-an-offline-sim': {
    sentence: 'The panel is at no container, and its SIM is not in session.',
    about: { panel },
    ...notConnected,
    sims: { [sim]: { all: { online: false } } },
    expects: { state: 'fault', code: 'sim-offline' },
    never: ['panel-not-connected fault'],
  },
}
