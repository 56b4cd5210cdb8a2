/** Words and limits of panels (2.8). No schemas, so that the console can carry it. */

/** Ids in one search at most. */
export const mostPanelIds = 500
/** Panels in one answer at most; `hasMore` says that there are others. */
export const mostPanels = 10_000

/** What a search goes by: the radio's three values, as the specification's table names them (7). */
export const panelQueryTypes = ['cloudId', 'sapNumber', 'remoteId'] as const
export type PanelQueryType = (typeof panelQueryTypes)[number]

/** The services of a panel (3), in the order of the screen's three ticks. */
export const panelServices = ['REMOTE_CONNECT', 'REMOTE_CONNECT_RSC', 'REMOTE_ALERT'] as const
export type PanelService = (typeof panelServices)[number]

/** How a panel stands whose management is enabled with others; `refused`: the person who ordered it may no longer. */
export const enablingStates = ['waiting', 'enabled', 'refused', 'failed'] as const
