/** The pages of things: what stands on each of them (connected console, section 4). */
export const thingPages = {
  Sim: 'SIM',
  Panel: 'Panel',
  Company: 'Company',
  Container: 'Container',
  Carrier: 'Carrier',
  Phone: 'Phone',
  SimId: 'SIM ID',
  CloudId: 'cloud ID',
  Usability: 'Usability',
  NotInInventory: 'not in the inventory',
  Reading: 'Reading what is known of @@id@@…',
  HeadFailed: 'What it is and belongs to could not be read; the rest of the page stands for itself.',
  TryAgain: 'Try again',

  // An address of nothing
  NotFound: 'Not found',
  NoSim: 'No source has ever told of SIM @@id@@.',
  NoPanel: 'There is no panel @@id@@ in the inventory.',
  NoSuchId: '@@id@@ is not the identifier of a @@kind@@.',
  Nearest: 'Nearest matches',
  NothingNear: 'Nothing is like it.',
  AskAllSources: 'Ask all sources about it',

  // Blocks
  WhatIsKnown: 'What is known',
  BelongsTo: 'Belongs to',
  BlockFailed: 'This part of the page failed while it was drawn. The rest of it stands.',

  // Belongs to
  NoPanelOfSim: 'in no panel that is known',
  NoCompany: 'belongs to no company',
  NoContainer: 'has never been connected',
  Counts: '@@sims@@ SIMs · @@panels@@ panels · Inventory',
  Connected: 'Connected',
  Silent: 'Silent',
  Gone: 'Offline',
  SeenSince: 'since @@time@@ · WebConnect',
  NoSessionSince: 'no session since @@time@@ · WebConnect',
} as const
