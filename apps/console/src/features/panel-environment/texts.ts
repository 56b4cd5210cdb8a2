import { panelEnvironment } from '../../texts/en-US/panel-environment.ts'
import { textsOf } from '../../texts/text.ts'

export const text = textsOf(panelEnvironment)
