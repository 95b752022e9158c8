const buttons = document.querySelectorAll('button');
const status = document.querySelector('[role=status]');
const progress = document.querySelector('progress');

function enable(enabled) {
  for (const button of buttons) button.disabled = !enabled;
}

/** Does something that may fail, with the buttons disabled, and shows what it says. */
async function guarded(work) {
  enable(false);
  try {
    status.textContent = await work();
  } catch (error) {
    progress.hidden = true;
    status.textContent = error.message;
  }
  enable(true);
}

/**
 * Does a form's work when it is submitted. The pages disable their buttons until this runs: a form that is
 * submitted without it would reload the page.
 * @param {[HTMLFormElement, () => Promise<string>][]} works
 */
export function submitForms(works) {
  for (const [form, work] of works) {
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      guarded(work);
    });
  }
  enable(true);
}
