import { z } from 'zod'
import { defineCall } from './call.ts'
import { bareGuid, guidPattern } from './guid.ts'
import { environments } from './permissions.ts'
import { why } from './reasons.ts'
import { PanelState } from './states.ts'
import { line } from './text.ts'

const PhysicalId = z.string().regex(guidPattern, 'Physical Id is invalid').transform(bareGuid)
const params = z.strictObject({ physicalId: PhysicalId })

/** The screen's title: by it the trail tells which entries are about the environment of a panel (D45). */
export const environmentScreen = 'Panel Environment'

/** The MQTT environment that Pathfinder sends a panel to. */
const PanelEnvironment = z.object({ physicalId: z.string(), environment: z.enum(environments) })

export const getPathfinder = defineCall({
  method: 'GET',
  path: '/panelenvironment/v1/{physicalId}/pathfinder',
  access: 'panel-environment.read',
  spec: '2.9, 7',
  summary: "A panel's MQTT environment, read live at Pathfinder",
  params,
  data: PanelEnvironment.extend({
    /** The panel of this ID, with its state (D40); null: none is known, or the reader may not read panels. */
    panel: z.object({ cloudId: z.string(), state: PanelState }).nullable(),
  }),
})

/**
 * 200, 403 and 500 are the outcomes that the screen has texts for (4, 8): 500 is Pathfinder's own failure, 403 its or
 * our refusal. Everything else is 'please contact admin'.
 */
export const updatePathfinder = defineCall({
  method: 'PUT',
  path: '/panelenvironment/v1/{physicalId}/pathfinder',
  access: 'panel-environment.change',
  spec: '2.9, 4, 7',
  audit: {
    screen: environmentScreen,
    action: 'Point panel {physicalId} to another environment',
    object: 'panel {physicalId}',
  },
  summary: 'Point a panel to another environment',
  params,
  query: z.strictObject(why),
  cutsOff: true,
  body: z.strictObject({ Env: z.enum(environments) }),
  data: PanelEnvironment,
})

/** The types of a panel's ids (3). */
export const deviceIdTypes = ['CloudId', 'PhysicalPanelId', 'PanelProductId', 'DeviceId'] as const
export type DeviceIdType = (typeof deviceIdTypes)[number]

export const getDeviceDomainMappings = defineCall({
  method: 'GET',
  path: '/panelenvironment/v1/devicedomainmappings/{panelId}',
  access: 'panel-environment.read',
  spec: '2.9, 3, 7',
  summary: 'All ids of the panel that has this one in an environment; 404 when it never connected there',
  params: z.strictObject({
    panelId: line(100).min(1, 'must not be empty'),
  }),
  /** On the dev host only dev, on the test host only test (2.9). */
  query: z.strictObject({ queryEnv: z.enum(environments) }),
  data: z.array(z.object({ idType: z.enum(deviceIdTypes), value: z.string() })),
})

export const panelEnvironmentCalls = { getPathfinder, updatePathfinder, getDeviceDomainMappings }
