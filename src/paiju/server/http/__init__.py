"""HTTP: the application, its routes by resource, headers, limits and links.

- `app`: the public application: routes, security headers, and errors as JSON
- `assets`: the client's files: read once, packed, named by their content, modules and style sheets joined
- `bundles`: the client's modules, joined into a few files that a browser fetches at once
- `connections`: open connections: how many, from where, how long a request may take, and which frames count
- `context`: the context of a request: the store, the tables, the guest, the address and the limits
- `files`: the shell page, the client's files and its texts. Browsers store those named by their content for good
  and check all others by tag
- `guesses`: limits on guessing codes: wrong ones make an address and its networks wait, here and on all nodes
- `limits`: limits of guests, addresses and networks: their table, and the counters
- `links`: addresses that people open: the site's own, those on the local network, QR codes of them, and
  their previews on other sites
- `people`: routes of people: the guest, what a guest shows of themselves, and a guest's own games
- `practice`: routes of practice: lessons and puzzles
- `records`: routes of records: the document, its replay, its pictures, and revoking them
- `series`: series: the deals of the day, playing one of them, the sheet, whether one is named on it
- `tables`: routes of tables: rules and options, making a table, getting in, and its socket
"""
