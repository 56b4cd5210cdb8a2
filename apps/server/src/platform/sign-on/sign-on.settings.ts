import {
  demoAddress,
  exactWebAddress,
  optional,
  optionalWebAddress,
  text,
  wholeNumber,
} from '../settings/setting.ts'

/** The settings of the sign-on provider. */
export const signOnSettings = [
  {
    ...demoAddress(
      'OIDC_ISSUER',
      '/realms/installer-services',
      'Issuer of the sign-on provider, to the letter as its tokens name it',
    ),
    check: exactWebAddress,
  },
  {
    name: 'OIDC_JWKS_URL',
    default: '',
    meaning: "Address of the provider's keys; when empty the one that it names itself",
    check: optionalWebAddress,
  },
  { name: 'OIDC_CLIENT_ID', default: 'support-console', meaning: "The console's client id", check: text },
  {
    name: 'OIDC_AUDIENCE',
    default: 'support-console-api',
    meaning: 'What an access token must name as its audience; empty: its azp must be the client id instead',
    check: optional,
  },
  {
    name: 'OIDC_REFRESH_REUSE_SECONDS',
    default: '0',
    demo: '10',
    meaning:
      'For how many seconds the provider takes a refresh token a second time, so that a reload needs no new sign-on; 0: never (docs/operations/sign-on.md)',
    check: wholeNumber(0, 60),
  },
] as const
