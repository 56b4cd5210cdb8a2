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
  Work: 'Work',
  Copyright: '© 2021 The manufacturer',
  Version: 'Version @@version@@',
  DocumentTitle: '@@title@@ · Support Console',
  WindowTitle: '@@subject@@ · @@title@@',
  SubjectSim: 'SIM @@id@@',
  SubjectBatch: 'Batch @@id@@',
  SubjectTransaction: 'Transaction @@id@@',
  SubjectPanel: 'Panel @@id@@',
  SubjectCompany: 'Company @@id@@',
  SubjectIds: '@@count@@ {ID|IDs}',
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
  MenuFleet: 'Fleet',
  MenuHandover: 'Handover',

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
  TitleFleet: 'Fleet',
  TitleHandover: 'Handover',

  // Pages of things
  TitleSim: 'SIM',
  TitlePanel: 'Panel',
  TitleTransaction: 'Transaction',
  TitleCompany: 'Company',
  TitleOutages: 'Outages',
  TitleApiReference: 'API for programs',

  // 2.3 Home
  HomeDescription:
    'Manage SIM cards, companies, panels, virtual CSR servers and users. Use the menu icon @@icon@@ at the top left to move between screens.',
  YourSession: 'Your session',
  SignedInAs: 'Signed in as',
  NoRole: 'none',
  SessionExpireOn: 'Session Expire On',
  SessionRenewsItself: 'The session renews itself while this page is open.',
  PleaseLoginFirst: 'Please login first!!!',
  SessionExpired: 'Your session has expired. Sign in to continue.',

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
  AccessUnknown: 'Your access rights could not be loaded.',

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
  PageFailedHint: 'This page could not be shown; the other screens still work. Nothing was changed.',
  ChunkFailedHint: 'This page could not be loaded. Check the network, then reload.',
  Reload: 'Reload',
  Http400: 'Bad Request',
  Http403: 'Forbidden',
  Http404: 'Not Found',
  Http405: 'Method Not Allowed',

  // The server or the network is away
  ServerAway: 'The server does not answer.',
  ServerAwayHint: 'The console keeps trying. This page stays as it was.',
  Offline: 'This device is offline.',
  StartFailed: 'The console cannot start: its server does not answer.',
  StartFailedHint: 'Trying again in @@seconds@@ s.',
  TryNow: 'Try now',
  TryingNow: 'Trying…',
} as const
