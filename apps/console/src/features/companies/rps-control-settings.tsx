import { FormField, Pair } from './form-fields.tsx'
import { FormSection } from './form-section.tsx'
import { ServiceKey } from './service-key.tsx'
import { text } from './texts.ts'

/** RPS Control Settings (2.6). */
export function RpsControlSettings() {
  return (
    <FormSection title={text('RpsControlSettings')} note={text('RpsControlSettingsNote')}>
      <ServiceKey />
      <Pair isClose>
        <FormField of="useCiam" />
        <FormField of="allowUploadofPanelInfo" />
        <FormField of="useConnectorService" />
        <FormField of="allowCBSAuthforClouldPanelConnections" />
      </Pair>
    </FormSection>
  )
}
