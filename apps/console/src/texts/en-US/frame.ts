/** The texts of the frame: header, navigation, footer, profile, sign-on dialogs, error pages, home. */
export const frame = {
  // 2.1 Layout
  ProductName: 'Installer Services Support Console',
  BrandName: 'Installer Services',
  OpensInNewTab: 'Opens in a new tab',
  BrandHome: 'Installer Services, home',
  SkipToContent: 'Skip to content',
  Screens: 'Screens',
  OpenMenu: 'Open the menu',
  CloseMenu: 'Close the menu',
  ExpandMenu: 'Expand the side navigation',
  CollapseMenu: 'Collapse the side navigation',
  SearchOrGo: 'Search or go to',
  NoSearch: 'The search could not be loaded. Check the network, then try again.',
  Copyright: '© 2021 The manufacturer',
  Version: 'Version @@version@@',
  DocumentTitle: '@@title@@ · Support Console',
  WindowTitle: '@@subject@@ · @@title@@',
  SubjectSim: 'SIM @@id@@',
  SubjectBatch: 'Batch @@id@@',
  SubjectTransaction: 'Transaction @@id@@',
  SubjectPanel: 'Panel @@id@@',
  SubjectCompany: 'Company @@id@@',
  SubjectIds: '@@count@@ IDs',
  SubjectSearch: '“@@id@@”',
  EnvironmentIs: 'Environment',
  LoadingScreen: 'Loading the screen',

  // 2.1 Profile
  Login: 'Login',
  Logout: 'Logout',
  Profile: 'Profile',
  ProfileOf: 'Profile of @@name@@',
  LogoutWhileDirty: 'Save or discard your changes first.',

  // 2.2 Side menu
  MenuHome: 'Home',
  MenuSimInformation: 'SIM Information',
  MenuSimManagement: 'SIM Management',
  MenuCompanies: 'Company Management',
  MenuSimActivity: 'Sim Activity Logs',
  MenuPanels: 'Panel Management',
  MenuPanelEnvironment: 'Panel Environment',
  MenuCsr: 'CSR Management',
  MenuUsers: 'User Management',
  MenuAuditTrail: 'User Action Detail',
  MenuWebconnect: 'WebConnect Metrics',

  MenuSearch: 'Search',
  MenuDiagnosis: 'Diagnosis',

  // 2.2 Screen titles
  TitleHome: 'Welcome to the Installer Services Support Console',
  TitleSimInformation: 'SIM Information',
  TitleSimManagement: 'SIM Management',
  TitleCompanies: 'Company Management',
  TitleSimActivity: 'Sim Activity Logs',
  TitlePanels: 'Panel Info (CBS)',
  TitlePanelEnvironment: 'Panel Environment',
  TitleCsr: 'Virtual CSR Management',
  TitleUsers: 'User Info (CBS)',
  TitleAuditTrail: 'User Action Detail',
  TitleSearch: 'Search',
  TitleDiagnosis: 'Diagnosis',
  TitleWebconnect: 'WebConnect Metrics',

  // Pages of things
  TitleSim: 'SIM',
  TitlePanel: 'Panel',
  TitleTransaction: 'Transaction',
  TitleCompany: 'Company',

  // 2.3 Home
  HomeDescription:
    'Manage SIM cards, companies, panels, virtual CSR servers and users. Use the menu icon @@icon@@ at the top left to move between screens.',
  NeedsRole: 'needs @@roles@@',
  YourSession: 'Your session',
  SignedInAs: 'Signed in as',
  Role: 'Role',
  Roles: 'Roles',
  NoRole: 'none',
  SessionExpireOn: 'Session Expire On',
  LocalTimeZone: 'Local time zone',
  SessionRenewsItself: 'The session renews itself while this page is open.',
  PleaseLoginFirst: 'Please login first!!!',
  SessionExpired: 'Your session has expired. Sign in to go on.',

  // 2.3, 4 Sign-on
  LoggingIn: 'Logging In...',
  LoggingInHint: 'Waiting for the sign-on service.',
  LoggingOut: 'Logging Out...',
  LoggingOutHint: 'Ending your session at the sign-on service.',
  UnableToAuthenticateHint: 'The sign-on service did not confirm who you are. Nothing was changed.',
  BackHome: 'Back home',

  // 6 Access
  NoAccess: "Sorry, you don't have access to this page.",
  YourRoles: 'Your roles',
  NeededHere: 'Needed here',
  RolesOr: ' or ',
  AccessUnknown: 'What you may do could not be read.',

  // 2.3 Unsaved changes
  UnsavedChanges: 'Changes you made may not be saved.',
  UnsavedChangesTitle: 'Leave this page?',
  LeavePage: 'Leave page',

  // 2.3, 8 Errors in place of a page
  PageNotFound: '404',
  NoPageAt: 'There is no page at @@path@@. Check the address or start from home.',
  UnexpectedApplicationError: 'Unexpected Application Error!',
  ErrorWhileRendering: 'Error while rendering app',
  ErrorWhileRenderingHint: 'Reload the page. If it happens again, give the transaction ID to the admin.',
  PageFailedHint:
    'This page failed while it was drawn; the other screens still work. Nothing was changed by this.',
  ChunkFailedHint: 'The program of this page could not be loaded. Check the network, then reload.',
  Reload: 'Reload',
  Http400: 'Bad Request',
  Http403: 'Forbidden',
  Http404: 'Not Found',
  Http405: 'Method Not Allowed',

  // The server or the network is away
  ServerAway: 'The server does not answer.',
  ServerAwayHint: 'Trying again by itself. What is shown stays, and nothing was changed.',
  Offline: 'This device is offline.',
  StartFailed: 'The console cannot start: its server does not answer.',
  StartFailedHint: 'Trying again by itself, next in @@seconds@@ s.',
  TryNow: 'Try now',
  TryingNow: 'Trying…',
} as const
