/** How long the server may take over a call, in seconds (R29), where `longest` does not say more. */
export const usualSeconds = 30

/** The calls that may take longer, in seconds (decision 6): those that wait for carriers and panels, or read much. */
export const longest: Readonly<Record<string, number>> = {
  'GET /siminformation/v1/simdetail/{simId}': 600,
  'GET /siminformation/v1/simusage/{simId}': 600,
  'GET /siminformation/v1/downloadbillingreport/{year}/{month}': 600,
  'GET /simmanagement/v1/querydevice/{SimId}': 600,
  'GET /simmanagement/v1/querydevicenetworkstatus/{SimId}': 600,
  'POST /simmanagement/v1/deactivate/{SimId}': 900,
  'POST /simmanagement/v1/batchdeactivation': 2 * 3600,
  'GET /panelmanagement/v1/export/{ids}': 600,
  'POST /panelmanagement/v1/devicemigration/{cloudId}': 90,
  'DELETE /panelmanagement/v1/devicemigration/{cloudId}': 90,
  'PUT /panelenvironment/v1/{physicalId}/pathfinder': 90,
  'POST /csrmanagement/v1/csrs/reset': 90,
  'GET /useractiondetail/v1/export': 600,
  'GET /diagnosis/v1/panels/{cloudId}': 630,
  'GET /diagnosis/v1/sims/{iccid}': 630,
}

/** How long the call of this key may take, in seconds, where it is more than usual. */
export const longestOf = (key: string): number | undefined => longest[key]

/** How long a browser waits for it: a little longer than the server, whose sentence is to arrive. */
export const patienceFor = (key: string): number => (longestOf(key) ?? usualSeconds) + 15

/** How often a stream of events gives a sign of life, in seconds (D37). */
export const heartbeatSeconds = 20
