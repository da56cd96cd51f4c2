-- A plainer title. Existing firms keep their own copies.

update private.starter_templates set items = '[
    {"section":"Identity","kind":"file","title":"Passport or driver’s license","accept":["pdf","image"],"max_files":2},
    {"section":"Identity","kind":"file","title":"Proof of address","help":"A bill or bank letter from the last three months.","accept":["pdf","image"]},
    {"section":"Income","kind":"file","title":"Last three pay stubs","accept":["pdf","image"],"max_files":3},
    {"section":"Income","kind":"choice","title":"Employment","options":{"choices":["Employed","Self-employed","Retired"],"multiple":true}},
    {"section":"Property","kind":"text","title":"Address of the property"},
    {"section":"Property","kind":"date","title":"Preferred moving date","required":false}
  ]'
where position = 2;
