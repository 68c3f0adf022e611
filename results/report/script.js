// Folds the sections of a report, keeps its contents reachable on narrow pages, sorts and filters its tables. The page is
// complete without it: everything is open, and there are no controls without a function.
'use strict';

(() => {
  const narrow = matchMedia('(max-width: 63.99rem)');
  const contents = document.querySelector('nav > details');
  const folds = [...document.querySelectorAll('details.fold')];

  const fitContents = () => { contents.open = !narrow.matches; };
  fitContents();
  narrow.addEventListener('change', fitContents);
  for (const fold of folds) fold.open = fold.classList.contains('kept');
  document.documentElement.classList.replace('loading', 'scripted');

  // Unfolds the target of a link and the sections around it.
  const unfold = (hash) => {
    const target = document.getElementById(decodeURIComponent(hash.slice(1)));
    if (!target) return;
    const own = target.querySelector(':scope > details.fold');
    if (own) own.open = true;
    for (let at = target; at; at = at.parentElement) if (at.matches('details') && at !== contents) at.open = true;
  };
  const goTo = () => {
    unfold(location.hash);
    document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
  };
  document.addEventListener('click', (event) => {
    const link = event.target.closest('a[href^="#"]');
    if (!link) return;
    unfold(link.getAttribute('href'));
    if (narrow.matches && contents.contains(link)) contents.open = false;
  });
  addEventListener('hashchange', goTo);
  if (location.hash) goTo();

  // A page that is rewritten during a run keeps its position and its open sections.
  if (document.querySelector('meta[http-equiv=refresh]')) {
    const name = `apportion ${location.pathname}`;
    const before = JSON.parse(sessionStorage.getItem(name) ?? 'null');
    if (before && !location.hash) {
      for (const fold of folds) fold.open = before.open.includes(fold.parentElement.id);
      history.scrollRestoration = 'manual';
      scrollTo(0, before.top);
    }
    addEventListener('pagehide', () => sessionStorage.setItem(name, JSON.stringify(
        {top: scrollY, open: folds.filter((fold) => fold.open).map((fold) => fold.parentElement.id)})));
  }

  // Everything is unfolded for printing.
  let closed = [];
  addEventListener('beforeprint', () => {
    closed = folds.filter((fold) => !fold.open);
    for (const fold of closed) fold.open = true;
  });
  addEventListener('afterprint', () => { for (const fold of closed) fold.open = false; });

  // Marks the section in view in the contents.
  const links = new Map([...contents.querySelectorAll(':scope > ul > li > a')]
      .map((link) => [document.querySelector(link.getAttribute('href')), link]));
  const markSection = () => {
    let current = null;
    for (const [section, link] of links) {
      if (section && section.getBoundingClientRect().top <= innerHeight / 3) current = link;
      link.removeAttribute('aria-current');
    }
    current?.setAttribute('aria-current', 'true');
  };
  addEventListener('scroll', () => requestAnimationFrame(markSection), {passive: true});
  markSection();

  // The order of cells: numbers by value, then texts, then empty cells.
  const collator = new Intl.Collator('en', {numeric: true});
  const compare = (a, b) => {
    if (a === '' || b === '') return (a === '') - (b === '');
    const [x, y] = [Number(a), Number(b)];
    if (Number.isNaN(x) !== Number.isNaN(y)) return Number.isNaN(x) - Number.isNaN(y);
    return Number.isNaN(x) ? collator.compare(a, b) : x - y;
  };

  // Heads are buttons: ascending, descending, original order.
  const makeSortable = (table, heads) => {
    const body = table.tBodies[0];
    const asTheyCame = [...body.rows];
    heads.forEach((head, column) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener('click', () => {
        const next = {none: 'ascending', ascending: 'descending', descending: 'none'}[head.ariaSort ?? 'none'];
        for (const each of heads) each.ariaSort = null;
        const rows = [...asTheyCame];
        const text = (row) => row.cells[column].textContent.trim();
        const empty = (row) => text(row) === '';
        if (next === 'ascending') rows.sort((a, b) => compare(text(a), text(b)));
        if (next === 'descending')
          rows.sort((a, b) => empty(a) || empty(b) ? empty(a) - empty(b) : compare(text(b), text(a)));
        if (next !== 'none') head.ariaSort = next;
        body.append(...rows);
      });
    });
  };

  // Shows the rows that have all words.
  const makeFilterable = (table) => {
    const rows = [...table.tBodies[0].rows];
    const label = document.createElement('label');
    const field = document.createElement('input');
    const count = document.createElement('output');
    label.className = 'filter';
    field.type = 'search';
    field.setAttribute('aria-label', `Rows of ${table.caption.textContent} with these words`);
    label.append('Filter ', field, count);
    table.before(label);
    field.addEventListener('input', () => {
      const words = field.value.toLowerCase().split(/\s+/).filter((word) => word);
      for (const row of rows) {
        const text = row.textContent.toLowerCase();
        row.hidden = !words.every((word) => text.includes(word));
      }
      count.textContent = words.length ? ` ${rows.filter((row) => !row.hidden).length} of ${rows.length} rows` : '';
    });
  };

  const leastToSort = 3;
  const leastToFilter = 12;
  for (const table of document.querySelectorAll('main table')) {
    if (!table.tHead || table.tBodies.length !== 1) continue;
    const rows = table.tBodies[0].rows.length;
    const heads = [...table.tHead.rows[table.tHead.rows.length - 1].cells];
    if (rows >= leastToSort && heads.every((head) => head.colSpan === 1)) makeSortable(table, heads);
    if (rows >= leastToFilter) makeFilterable(table);
  }
})();
