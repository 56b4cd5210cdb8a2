/** The texts of the pop-over behind the name, loaded with it (2.1). */
export const profile = {
  OpensElsewhere: '(opens in a new tab)',
  Tokens: 'Tokens',
  Theme: 'Theme',
  ThemeSystem: 'System',
  ThemeLight: 'Light',
  ThemeDark: 'Dark',
  Webhooks: 'Webhooks',
  ApiReference: 'API for programs',
  Shortcuts: 'Keyboard shortcuts',
  KeepMeSignedIn: 'Keep me signed in on this device',
} as const
