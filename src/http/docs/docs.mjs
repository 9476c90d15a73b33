// What the reference does beyond being read: search, copying, and showing where you are. Runs in the browser.
const operations = [...document.querySelectorAll('.operation')];
const groups = [...document.querySelectorAll('.group')];
const chapters = [...document.querySelectorAll('.chapter')];
const links = new Map(
  [...document.querySelectorAll('nav li a')].map((link) => [link.hash.slice(1), link]),
);

fillAddress();
addCopyButtons();
startSearch();
followScrolling();

/** Examples call the installation this page came from. */
function fillAddress() {
  for (const code of document.querySelectorAll('[data-curl]')) {
    code.textContent = code.textContent.replaceAll('$XPLAIN_URL', window.location.origin);
  }
}

function addCopyButtons() {
  for (const sample of document.querySelectorAll('.sample')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.addEventListener('click', () => {
      const say = (text) => {
        button.textContent = text;
        setTimeout(() => (button.textContent = 'Copy'), 1600);
      };
      const text = sample.querySelector('pre');
      copy(text).then(
        () => say('Copied'),
        () => {
          window.getSelection().selectAllChildren(text);
          say('Press Ctrl C');
        },
      );
    });
    sample.append(button);
  }
}

/** The clipboard is only there over https and on this machine. */
async function copy(element) {
  await navigator.clipboard.writeText(element.innerText);
}

function startSearch() {
  const form = document.querySelector('.search');
  const input = form.querySelector('input');
  const nothing = document.querySelector('.nothing');
  form.hidden = false;

  const show = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    for (const operation of operations) {
      const isFound = words.every((word) => operation.dataset.find.includes(word));
      found += isFound ? 1 : 0;
      operation.hidden = !isFound;
      const item = links.get(operation.id)?.closest('li');
      if (item) item.hidden = !isFound;
    }
    const isSearching = words.length > 0;
    for (const chapter of chapters) chapter.hidden = isSearching;
    for (const group of groups) group.hidden = !group.querySelector('.operation:not([hidden])');
    for (const section of document.querySelectorAll('nav section')) {
      const isGuide = section.classList.contains('guide');
      section.hidden = isGuide ? isSearching : !section.querySelector('li:not([hidden])');
    }
    nothing.hidden = found > 0;
  };
  const clear = () => {
    input.value = '';
    show();
  };

  input.addEventListener('input', () => {
    show();
    window.scrollTo({ top: 0 });
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const first = operations.find((operation) => !operation.hidden);
    if (first) window.location.hash = first.id;
  });
  nothing.querySelector('button').addEventListener('click', clear);
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLInputElement;
    if (event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      input.focus();
      input.select();
    }
    if (event.key === 'Escape' && isTyping) {
      clear();
      input.blur();
    }
  });
  // A link from elsewhere may lead to something the search has hidden.
  window.addEventListener('hashchange', () => {
    const target = document.getElementById(window.location.hash.slice(1));
    if (target?.closest('[hidden]')) {
      clear();
      target.scrollIntoView();
    }
  });
}

/** Marks the part that is being read in the contents. */
function followScrolling() {
  const seen = new Set();
  let current;
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) seen.add(target);
        else seen.delete(target);
      }
      const first = [...chapters, ...operations].find((part) => seen.has(part));
      const link = first && links.get(first.id);
      if (!link || link === current) return;
      current?.removeAttribute('aria-current');
      link.setAttribute('aria-current', 'location');
      keepInView(link);
      current = link;
    },
    { rootMargin: '-10% 0px -70% 0px' },
  );
  for (const part of [...chapters, ...operations]) observer.observe(part);
}

function keepInView(link) {
  const sidebar = document.querySelector('.sidebar');
  const { top, bottom } = link.getBoundingClientRect();
  const isOutside = top < 80 || bottom > sidebar.clientHeight - 40;
  if (isOutside) sidebar.scrollTop += top - sidebar.clientHeight / 2;
}
