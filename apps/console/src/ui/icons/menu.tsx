import { Icon, type IconProps } from './icon.tsx'

/* The navigation and the profile. */

export function HomeIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M2.5 7.2 8 2.5l5.5 4.7M4 6.2v7.3h8V6.2M6.5 13.5V9.5h3v4" />
    </Icon>
  )
}

export function SimInformationIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M3.5 2.5h5.8l3.2 3.2v7.8h-9Z" />
      <rect x="5.75" y="7.5" width="4.5" height="3.75" rx=".5" />
    </Icon>
  )
}

export function SimManagementIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M12.5 7V5.7L9.3 2.5H3.5v11h3.75M10 11.5h4M12 9.5v4" />
    </Icon>
  )
}

export function CompanyManagementIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M2.5 13.5v-11h6.5v11M9 6.5h4.5v7M1.5 13.5h13" />
      <path d="M4.75 5.25h2M4.75 8h2M4.75 10.75h2M11.25 9v0M11.25 11.25v0" />
    </Icon>
  )
}

export function SimActivityLogsIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M6 4h7.5M6 8h7.5M6 12h7.5M2.75 4h.01M2.75 8h.01M2.75 12h.01" />
    </Icon>
  )
}

export function PanelManagementIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <rect x="3" y="2" width="10" height="12" rx="1" />
      <path d="M5.5 4.75h5v2.5h-5ZM5.6 9.75h.01M8 9.75h.01M10.4 9.75h.01M5.6 11.75h.01M8 11.75h.01M10.4 11.75h.01" />
    </Icon>
  )
}

export function PanelEnvironmentIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <circle cx="4" cy="3.75" r="1.5" />
      <circle cx="4" cy="12.25" r="1.5" />
      <circle cx="12" cy="4.75" r="1.5" />
      <path d="M4 5.25v5.5M12 6.25c0 2.6-4 2.4-7.4 3.6" />
    </Icon>
  )
}

export function CsrManagementIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <rect x="2.25" y="2.75" width="11.5" height="4.5" rx=".75" />
      <rect x="2.25" y="8.75" width="11.5" height="4.5" rx=".75" />
      <path d="M5 5h.01M7.5 5h3.5M5 11h.01M7.5 11h3.5" />
    </Icon>
  )
}

export function UserManagementIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <circle cx="8" cy="5" r="2.5" />
      <path d="M3 13.5c.3-2.8 2.3-4.3 5-4.3s4.7 1.5 5 4.3" />
    </Icon>
  )
}

export function UserActionDetailIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <circle cx="6" cy="5" r="2.5" />
      <path d="M1.5 13.5c.3-2.8 2-4.3 4.5-4.3 1 0 1.9.2 2.6.7M9.5 11.8l1.7 1.7 3.3-3.6" />
    </Icon>
  )
}

export function WebConnectMetricsIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M3 13.5V8.5M6.35 13.5V3.5M9.7 13.5V6.5M13 13.5v-8M1.5 13.5h13" />
    </Icon>
  )
}

export function LogoutIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M6 2.75H3.5a1 1 0 0 0-1 1v8.5a1 1 0 0 0 1 1H6M10 4.8 13.2 8 10 11.2M6 8h7" />
    </Icon>
  )
}

export function ProfileIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <circle cx="8" cy="8" r="6" />
      <circle cx="8" cy="6.5" r="2" />
      <path d="M4.2 12.3c.6-1.6 2-2.4 3.8-2.4s3.2.8 3.8 2.4" />
    </Icon>
  )
}
