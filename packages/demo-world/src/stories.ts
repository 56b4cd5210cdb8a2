/** An outage of the kind that was public, with its real shape. */
interface ToldStory {
  sentence: string
  /**
   * Its events, one a line: minutes after the beginning, kind, what it is of, then how it goes: `lasts`, `after`, `spread` and `back` in
   * minutes, `share`; `to.NAME`: what it changes (docs/field.md).
   */
  tells: string
}

const restarts = Array.from(
  { length: 9 },
  (_, i) => `${i * 7} container.stopped container=webconnect-5 lasts=0.7`,
)

/** Every story that is told, by its name. */
export const toldStories: Readonly<Record<string, ToldStory>> = {
  still: { sentence: 'Nothing happens beside ordinary comings and goings.', tells: '' },
  demo: {
    sentence: 'Two minutes after the start, panels of one region of AT&T drop out of one container for ten.',
    tells: '2 carrier.region-down region=att-region-3 container=webconnect-4 lasts=10',
  },
  'carrier-night': {
    sentence: 'A carrier loses all sessions within minutes and gives them back over eleven hours.',
    tells: '0 carrier.region-down carrier=ATT lasts=40 spread=4 back=660',
  },
  'region-apn': {
    sentence: 'One APN of one region of a carrier carries nothing for two hours.',
    tells: '0 carrier.apn-down region=vzn-region-2 apn=apn-2 lasts=120',
  },
  'suspended-range': {
    sentence: 'A provisioning fault suspends a batch of SIMs, which is taken back three hours later.',
    tells: '0 carrier.suspended batch=ATT-7 spread=12\n180 carrier.restored batch=ATT-7',
  },
  certificate: {
    sentence: "A container's certificate ends at midnight: sessions go on, and none begins again.",
    tells: '0 container.certificate-ended container=webconnect-2 lasts=210',
  },
  'release-one-in-three': {
    sentence: "A receiver's release fails for one panel in three and is taken back.",
    tells: '0 receiver.release receiver=csr-04 lasts=95 share=0.33 to.release=5.0.0',
  },
  restarts: { sentence: 'A container restarts every seven minutes.', tells: restarts.join('\n') },
  'clock-jumps': {
    sentence: 'The clock of a container jumps an hour ahead and is set right later.',
    tells: '0 container.clock-wrong container=webconnect-3 lasts=50 to.minutes=60',
  },
  'names-lost': {
    sentence: 'Names are no longer resolved for half of the fleet, which hangs on to old sessions.',
    tells: '0 network.names-lost share=0.5 lasts=150',
  },
  'town-power': {
    sentence: 'The power of a town is cut; its batteries last four hours.',
    tells: '0 place.power-lost town=town-9 lasts=420 after=225 spread=40',
  },
  'winter-time': {
    sentence: 'In the night when clocks change a container is an hour behind until it is restarted.',
    tells: `0 container.clock-wrong container=webconnect-7 lasts=300 to.minutes=-60
      300 container.stopped container=webconnect-7 lasts=2`,
  },
  gateway: {
    sentence: 'A VPN gateway falls out, and containers notice its panels one by one.',
    tells: '0 vpn.gateway-down gateway=gateway-2 lasts=35',
  },
  'account-service': {
    sentence: 'The VPN refuses the accounts of a company that were to be renewed.',
    tells: '0 vpn.account-refused company=1000020 lasts=600',
  },
  'deaf-container': {
    sentence: 'A container accepts everything and hears nothing.',
    tells: '0 container.deaf container=webconnect-6 lasts=65',
  },
  'core-down': {
    sentence: "A receiver's core falls over and is started again.",
    tells: '0 receiver.core-down receiver=csr-02 lasts=22',
  },
  firmware: {
    sentence: 'Panels of one firmware fall silent one by one over nine hours.',
    tells: '0 panel.firmware-fails firmware=3.9.4 spread=540 share=0.2 lasts=900',
  },
  'cable-cut': {
    sentence: 'A cable is cut: one region of two carriers goes, the second by half.',
    tells: `0 carrier.region-down region=att-region-5 lasts=260 back=60
      0.5 carrier.region-down region=vzn-region-5 lasts=260 share=0.5 back=60`,
  },
  'plan-exceeded': {
    sentence: 'On the last day of a month SIMs of a batch run out of their plan.',
    tells: '0 carrier.plan-exceeded batch=VZN-11 spread=200 lasts=700',
  },
  'late-figures': {
    sentence: 'Two containers tell figures of twelve minutes ago while a region of a carrier is away.',
    tells: `0 container.figures-late container=webconnect-1 lasts=90 to.minutes=12
      0 container.figures-late container=webconnect-4 lasts=90 to.minutes=12
      5 carrier.region-down region=att-region-1 lasts=45`,
  },
  'carrier-api': {
    sentence: 'A carrier answers nothing while its region is down, and recovers in the middle.',
    tells: `0 carrier.region-down region=vzn-region-4 lasts=150
      2 neighbour.refuses neighbour=verizon lasts=60`,
  },
  'flapping-region': {
    sentence: 'A region of a carrier comes and goes four times in two hours.',
    tells: [0, 32, 64, 96]
      .map((from) => `${from} carrier.region-down region=att-region-2 lasts=9`)
      .join('\n'),
  },
}
