-- The templates of new firms in American English, without terms of one country. Existing firms keep
-- their own copies.

update private.starter_templates set items = '[
    {"section":"Bank","kind":"file","title":"Bank statements for the whole year","help":"All business accounts, as PDF or CSV from your bank.","accept":["pdf","spreadsheet"]},
    {"section":"Bank","kind":"file","title":"Loan statements","help":"If the business has loans.","accept":["pdf"],"required":false},
    {"section":"Sales and costs","kind":"file","title":"Sales invoices or cash register reports","accept":["pdf","spreadsheet"]},
    {"section":"Sales and costs","kind":"file","title":"Purchase invoices and receipts","help":"Photos of receipts are fine.","accept":["pdf","image"]},
    {"section":"About the year","kind":"choice","title":"Did you buy or sell equipment?","options":{"choices":["Yes (give details in the note)","No"]}},
    {"section":"About the year","kind":"text","title":"Anything unusual this year?","help":"For example, a new location, new owners or one-time income.","required":false},
    {"section":"About the year","kind":"date","title":"Date of the last inventory count"}
  ]'
where position = 1;

update private.starter_templates set items = '[
    {"section":"Identity","kind":"file","title":"Passport or driver’s license","accept":["pdf","image"],"max_files":2},
    {"section":"Identity","kind":"file","title":"Proof of address","help":"A bill or bank letter from the last three months.","accept":["pdf","image"]},
    {"section":"Income","kind":"file","title":"Last three pay stubs","accept":["pdf","image"],"max_files":3},
    {"section":"Income","kind":"choice","title":"Employment","options":{"choices":["Employed","Self-employed","Retired"],"multiple":true}},
    {"section":"Property","kind":"text","title":"Address of the property"},
    {"section":"Property","kind":"date","title":"Preferred moving date","required":false}
  ]'
where position = 2;

update private.starter_templates set items = '[
    {"section":"You","kind":"file","title":"Proof of work authorization","accept":["pdf","image"]},
    {"section":"You","kind":"date","title":"Start date"},
    {"section":"Pay","kind":"text","title":"Bank account for your pay"},
    {"section":"Pay","kind":"file","title":"Tax form from your last employer","help":"If you have one.","accept":["pdf","image"],"required":false},
    {"section":"Pay","kind":"choice","title":"Do you have another job?","options":{"choices":["Yes","No"]}}
  ]'
where position = 3;
