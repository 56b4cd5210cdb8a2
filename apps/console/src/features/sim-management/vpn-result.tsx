import type { networkModelNames } from '@support-console/contract'
import { carrierNames } from '@support-console/contract/carriers'
import { Phone, phoneNumber, SimState } from '../../kit/sim-id/index.ts'
import { Callout } from '../../ui/callout.tsx'
import { sayAgo } from '../../ui/durations.ts'
import { Identifier } from '../../ui/identifier.tsx'
import { KeyValue, KeyValuePanel, SecretValue } from '../../ui/key-value.tsx'
import { localTime, sayTimeToday, zoneOffset } from '../../ui/local-time.ts'
import { Status } from '../../ui/status.tsx'
import { useSeconds } from '../../ui/use-seconds.ts'
import styles from './sim-management.module.css'
import { placeOf } from './sim-place.tsx'
import { text } from './texts.ts'
import type { QueriedSim } from './use-vpn-query.ts'

const tier3: (typeof networkModelNames)['TIER3_STANDARD'] = 'Tier3 Standard'

/** What a query brought (2.4, 8): the VPN account for Tier3 Standard, a warning for other models, an error for none. */
export function VpnResult({ found: { device, online } }: { readonly found: QueriedSim }) {
  const model = device.networkModelName
  const checked = sayTimeToday(online.at)
  const phone = phoneNumber(device.phoneNumber)
  return (
    <div className="stack gap-12">
      {model !== '' && model !== tier3 && <Callout kind="warning">{text('NotTier3', { model })}</Callout>}
      <KeyValuePanel>
        <KeyValue label={text('NetworkModel')}>
          {model || (
            <>
              <Status kind="error">{text('NoNetworkModel')}</Status>{' '}
              <span className={`quiet ${styles.aside}`}>{text('NoNetworkModelWhy')}</span>
            </>
          )}
        </KeyValue>
        {placeOf(device).map(({ label, value }) => (
          <KeyValue key={label} label={label}>
            {value}
          </KeyValue>
        ))}
        {model === tier3 && (
          <>
            <Machine label={text('VpnGateway')} value={device.vpnGateway} />
            <Machine label={text('UserName')} value={device.vpnUserName} />
            <SecretValue label={text('Password')} value={device.vpnPassword} rememberAs="vpn-password" />
          </>
        )}
        <Machine label={text('IpAddress')} value={device.ipAddress} />
        <KeyValue label={text('PhoneNumber')} copyValue={phone} isMono>
          {phone && <Phone number={phone} />}
        </KeyValue>
        <KeyValue label={text('DeviceStatus')}>
          <SimState word={device.deviceStatus} raw={device.rawStatus} />
        </KeyValue>
        <KeyValue label={text('VendorCode')}>
          {device.vendorCode}{' '}
          <span className={`quiet ${styles.aside}`}>{carrierNames[device.vendorCode]}</span>
        </KeyValue>
        <KeyValue label={text('Imei')} copyValue={device.imei}>
          {device.imei && <Identifier value={device.imei} kind="imei" />}
        </KeyValue>
        <KeyValue label={text('LastStatusTime')}>
          {device.timeofLastKnownDeviceStatus && <StatusTime instant={device.timeofLastKnownDeviceStatus} />}
        </KeyValue>
        <KeyValue label={text('OnlineStatus')}>
          <span role="status" className={`inline wrap ${styles.online}`}>
            <SimState word={online.status} />{' '}
            <span className={`quiet ${styles.aside}`}>
              {text(online.isChecked ? 'CheckedAt' : 'QueriedAt', { time: checked })}
            </span>
          </span>
        </KeyValue>
      </KeyValuePanel>
    </div>
  )
}

/** A value that a machine made, with its copy button. */
function Machine({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <KeyValue label={label} copyValue={value} isMono>
      {value}
    </KeyValue>
  )
}

/** Local, the day quieter than the time, and how long ago. */
function StatusTime({ instant }: { readonly instant: string }) {
  // Again each second.
  useSeconds(Date.parse(instant))
  const { day, time } = localTime(instant)
  return (
    <>
      <time className={`nowrap mono ${styles.time}`} dateTime={instant}>
        <span>{day}</span> {time}
      </time>{' '}
      <span className={`quiet ${styles.aside}`}>
        {zoneOffset(new Date(instant))} · {sayAgo(instant)}
      </span>
    </>
  )
}
