/** What the fleet finds, by its codes. */
export const fleetFindings = {
  'still-billed': 'Billed, deactivated here',
  'gone-there': 'Active here, gone at carrier',
  'no-company': 'No company',
  'no-panel': 'Not in a panel',
  'other-panel': 'In another panel',
  'imei-changed': 'IMEI changed',
  'over-threshold': 'Over a threshold',
  silent: 'Silent',
  'not-connected': 'Not connected',
  'other-environment': 'Other environment',
  'disabled-for-long': 'Long disabled',
  flapping: 'Comes and goes',
  'off-release': 'Unlike the usual release',
  'in-error': 'In error',
} as const
