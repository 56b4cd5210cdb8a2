import { describe, expect, it } from 'vitest'
import { panelInfoText } from './panel-info.ts'

describe('2.8 the panel info as formatted text', () => {
  it('writes single values first, a line each, lists with dashes, and what belongs together indented', () => {
    const info = {
      model: 'B5512',
      firmware: '3.14.020',
      online: true,
      note: '',
      serviceStates: [
        { serviceName: 'REMOTE_CONNECT', activated: true },
        { serviceName: 'REMOTE_ALERT', activated: false },
      ],
      network: { mac: '00-04-63-00-00-01', addresses: ['10.0.0.1', '10.0.0.2'], gateway: null },
      modules: [],
    }
    expect(panelInfoText(info)).toBe(
      `model:    B5512
firmware: 3.14.020
online:   yes
note:     –
modules:  none
serviceStates:
  - serviceName: REMOTE_CONNECT
    activated:   yes
  - serviceName: REMOTE_ALERT
    activated:   no
network:
  mac:     00-04-63-00-00-01
  gateway: –
  addresses:
    - 10.0.0.1
    - 10.0.0.2`,
    )
  })

  it('reads what is no object too', () => {
    expect(panelInfoText('as it came')).toBe('as it came')
    expect(panelInfoText([1, [2, 3]])).toBe('- 1\n- - 2\n  - 3')
    expect(panelInfoText(null)).toBe('–')
  })
})
