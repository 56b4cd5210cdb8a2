import { observedFieldNames } from '@support-console/contract/observed.words'

/** SIM Information (specification 2.5). */
export const simInformation = {
  Compare: 'Compare',
  Comparing: 'Comparing…',

  BillingReport: 'Billing report',
  Year: 'Year',
  Month: 'Month',

  MobileBrokerData: 'MobileBroker data',
  VendorData: '@@carrier@@ (@@vendorCode@@) data',
  Vendor: 'Vendor',
  VendorDataUnknown: 'Vendor data',
  ConnectorData: 'Connector data',
  Field: 'Field',
  FieldsOfOneSource: 'Fields of one source only',
  CountOfOneSource: '@@count@@ {field|fields} of one source only',

  ...observedFieldNames,

  Asking: 'Asking @@system@@…',
  AskingFor: 'Asking @@system@@, @@seconds@@ s',
  AskingLong: 'Asking @@system@@, @@seconds@@ s. It can take more than 2 minutes.',
  Success: 'Success',
  Answered: '@@status@@, @@seconds@@ s',
  AnsweredAt: 'From @@system@@ at @@time@@',
  Retry: 'Try again',
  AskAgain: 'Ask @@system@@ again',
  RetrySystem: 'Try again: @@system@@',
  Transaction: 'Transaction ID',
  NotFound: 'not found',
  TheCarrier: 'the carrier',

  Differ: '@@count@@ of @@total@@ shared {field|fields} {differs|differ}',
  DiffersOne: '@@count@@ of @@total@@ shared {field|fields} differs',
  SoFar: 'so far',
  AlsoDiffers: 'also @@fields@@',
  NoDifferences: 'All shared fields agree',
  NoDifferencesSoFar: 'No difference so far',
  NoDifferencesPartly: 'No difference between the systems that answered',
  OnlyTwoAnswered: 'compared between the systems that answered',
  OnlyDifferences: 'Only differences',
  NothingDiffers: 'No answer so far differs. Untick “Only differences” to see all fields.',
  Differs: 'differs',
  Agree: '@@fields@@ agree',
  WhoIsAlone: 'Who is alone',
  AllThree: 'all three',
  BothDiffer: 'both',
  WhatIsWrong: 'What is wrong with it?',
  CopyAsText: 'Copy as text',
  Comparison: 'Comparison',
  NothingToCopy: 'No system has answered yet',
  TableCaption: 'SIM @@simId@@ as MobileBroker, the carrier and Connector see it',

  UnknownSim: 'not found',
  UnknownSimHelp:
    'MobileBroker, the carrier and Connector do not know @@simId@@. Check the digits on the card.',
  Start: 'Type a SIM ID to compare what MobileBroker, the carrier and Connector say about it.',

  ActionCompare: 'Compare SIM @@simId@@',
  ActionRetry: 'Ask @@system@@ again about SIM @@simId@@',
  ActionDownload: 'Download billing report @@month@@',
  ScreenTitle: 'SIM Information',
} as const
