/** The questions: their options, and the correctness of their answers. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { importModule } from './lib/build.mjs';
import { ask, presets } from './lib/model.mjs';
import { random } from './lib/random.mjs';

const { optionsFor } = await importModule('quiz/options.ts');
const {
  say: { ideas },
} = await importModule('quiz/words.ts');
const { shapeText } = await importModule('state/format.ts');
const { judge } = await importModule('quiz/task.ts');
const { lessons } = await importModule('learn/lessons.ts');
const { makers: levels, makePuzzle } = await importModule('challenge/puzzles.ts');
const { freshPuzzle, questionOf } = await importModule('challenge/fresh.ts');
const { after, next, nothingYet, mastered } = await importModule('challenge/course.ts');

describe('the answers of a prediction', () => {
  const check = (shapes) => {
    const trace = ask.align(shapes);
    const options = optionsFor(shapes, trace);
    const where = JSON.stringify(shapes);
    const texts = options.map(({ text }) => text);
    assert.equal(new Set(texts).size, texts.length, `${where} offers an answer twice`);
    const right = options.filter(({ idea }) => idea === undefined);
    assert.equal(right.length, 1, where);
    const expected = trace.outputShape ? shapeText(trace.outputShape) : 'an error';
    assert.equal(right[0].text, expected, where);
    assert.ok(options.length >= 2 && options.length <= 4, where);
    for (const { idea } of options) {
      if (idea === undefined) continue;
      assert.match(idea, /^M\d+$/);
      assert.ok(ideas[idea].feedback.length > 20, idea);
    }
  };

  test('differ, one is right, and each wrong one has its own feedback', (t) => {
    const seed = 99;
    t.diagnostic(`seed ${seed}`);
    const below = random(seed);
    for (const { state } of presets) check(state.shapes);
    for (let i = 0; i < 2000; i += 1) {
      const shape = () => Array.from({ length: below(4) }, () => below(4));
      check([shape(), shape()]);
    }
    const feedback = Object.values(ideas).map((idea) => idea.feedback);
    assert.equal(new Set(feedback).size, feedback.length);
  });

  test('hold what the wrong rules would give', () => {
    const answers = (shapes) => optionsFor(shapes, ask.align(shapes));
    const ideaOf = (shapes, text) => answers(shapes).find((each) => each.text === text)?.idea;
    assert.equal(ideaOf([[3, 4], [3]], '(3,4)'), 'M5');
    assert.equal(ideaOf([[77, 1], [77]], '(77,1)'), 'M5');
    assert.equal(ideaOf([[4], [2]], '(4,)'), 'M3');
  });
});

describe('the lessons', () => {
  for (const [name, { question, twin, task }] of Object.entries(lessons)) {
    test(`${name}: the stated answer is accepted, and the unchanged operand is not`, () => {
      assert.equal(judge(task, task.answer, ask), true);
      assert.equal(judge(task, [9, 9, 9], ask), false);
      for (const { shapes, ruling, op } of [question, twin]) {
        assert.ok(ask.align(shapes, ruling, { op }).text.length > 0);
      }
    });
  }
});

describe('the challenge', () => {
  test('1,000 seeds: every puzzle accepts its answer, and rejects some other', () => {
    for (let seed = 0; seed < 1000; seed += 1) {
      for (const level of levels.keys()) {
        const puzzle = makePuzzle(level, seed, ask);
        const where = `level ${level + 1}, seed ${seed}: ${puzzle.prompt}`;
        assert.equal(puzzle.accepts(puzzle.answer), true, where);
        assert.equal(puzzle.accepts(''), false, where);
        assert.ok(ideas[puzzle.idea], where);
        assert.equal(puzzle.hints.length, 3);
        assert.ok(puzzle.shown.shapes.length > 1, where);
        assert.equal(puzzle.ringed !== undefined, /ringed/.test(puzzle.hints[0]), where);
        if (puzzle.asked) assert.ok(ask.align(puzzle.asked.shapes).text.length > 0, where);
        if (!puzzle.options) continue;
        assert.equal(new Set(puzzle.options).size, puzzle.options.length, where);
        assert.ok(puzzle.options.includes(puzzle.answer), where);
        const accepted = puzzle.options.filter((option) => puzzle.accepts(option));
        assert.ok(accepted.length < puzzle.options.length, where);
      }
    }
  });

  test('keeps which of its 30 puzzles were right, and what an earlier page kept stays', () => {
    const outcome = { idea: 'M1', level: 0, right: true, hinted: false };
    const old = { item: 2, right: 1, streaks: {}, due: [] };
    let progress = after(old, outcome);
    progress = after(progress, { ...outcome, right: false });
    assert.deepEqual([...progress.outcomes], [undefined, undefined, true, false]);
    for (let i = 0; i < 40; i += 1) progress = after(progress, outcome);
    assert.equal(progress.outcomes.length, 30);
    assert.equal(progress.item, 44);
  });

  test('is the same for the same seed', () => {
    const shown = (seed) => levels.map((_, level) => makePuzzle(level, seed, ask).prompt).join();
    assert.equal(shown(5), shown(5));
    assert.notEqual(shown(5), shown(6));
  });

  test('accepts any right answer, typed in any spelling', () => {
    const puzzle = makePuzzle(3, 1, ask);
    const spelled = puzzle.answer.replace('(', '[').replace(')', ']').replaceAll(',', ', ');
    assert.equal(puzzle.accepts(spelled), true);
  });

  test('has five of each level, and brings back what was missed after 3 and after 8', () => {
    let progress = nothingYet;
    const seen = [];
    for (let i = 0; i < 30; i += 1) {
      const { level } = next(progress, 1);
      seen.push(level);
      progress = after(progress, { idea: 'M1', level, right: true, hinted: false });
    }
    assert.deepEqual(
      seen,
      [0, 1, 2, 3, 4, 5].flatMap((level) => Array(5).fill(level)),
    );
    progress = after(nothingYet, { idea: 'M5', level: 0, right: false, hinted: false });
    const levelsAsked = [];
    for (let i = 0; i < 10; i += 1) {
      const { level } = next({ ...progress, item: progress.item }, 1);
      levelsAsked.push(level);
      progress = after(progress, { idea: 'M1', level, right: true, hinted: false });
    }
    // The third and the eighth puzzle after the miss are of the level that was missed.
    assert.equal(levelsAsked[2], 0);
    assert.equal(levelsAsked[7], 0);
    assert.equal(levelsAsked[6], 1);
  });

  test('an idea is mastered by two in a row without a hint', () => {
    const once = after(nothingYet, { idea: 'M5', level: 0, right: true, hinted: false });
    assert.deepEqual(mastered(once), []);
    const hinted = after(once, { idea: 'M5', level: 0, right: true, hinted: true });
    assert.deepEqual(mastered(hinted), []);
    const twice = after(once, { idea: 'M5', level: 0, right: true, hinted: false });
    assert.deepEqual(mastered(twice), ['M5']);
    const missed = after(twice, { idea: 'M5', level: 0, right: false, hinted: false });
    assert.deepEqual(mastered(missed), []);
  });
});

describe('one after the other', () => {
  test('no question is asked twice within eight, whatever was answered', () => {
    for (let seed = 1; seed <= 40; seed += 1) {
      let progress = nothingYet;
      const questions = [];
      for (let item = 0; item < 40; item += 1) {
        const { level, seed: own } = next(progress, seed);
        const puzzle = freshPuzzle(level, own, ask, progress.asked ?? []);
        const question = questionOf(puzzle);
        assert.ok(!questions.slice(-8).includes(question), `set ${seed}, ${item}: ${question}`);
        questions.push(question);
        const right = (seed + item) % 3 > 0;
        progress = after(progress, { idea: 'M1', level, right, hinted: false, question });
      }
    }
  });
});

describe('an answer that is wrong', () => {
  const wrong = (level, answer, like) => {
    for (let seed = 1; seed <= 200; seed += 1) {
      const puzzle = makePuzzle(level, seed, ask);
      if (like(puzzle.prompt)) return [puzzle, puzzle.whyNot(answer(puzzle.prompt))];
    }
    throw new Error('no such puzzle');
  };
  const any = () => true;
  const countIn = (prompt) => Number(/(\d+) elements/.exec(prompt)[1]);

  test('is told its elements, and no idea is put into its mouth', () => {
    for (const level of [2, 3, 4]) {
      const [puzzle, why] = wrong(level, () => '9,9', any);
      assert.match(why, /^It has 81 elements, not \d+\.$/);
      assert.equal(puzzle.ideaOf('9,9'), undefined);
    }
  });

  test('is told where it does not read as a shape, and what the engine says', () => {
    assert.match(wrong(2, () => '3;1', any)[1], /“;”, does not belong/);
    const flat = (prompt) => String(countIn(prompt));
    const [, why] = wrong(2, flat, (prompt) => /B \(\d+,\d+\)/.test(prompt));
    assert.match(why, /^With that shape: A .* don't fit\. /);
  });

  test('of those to choose from is told why, where no idea leads to it', () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      for (const level of [1, 5]) {
        const puzzle = makePuzzle(level, seed, ask);
        for (const option of puzzle.options) {
          if (puzzle.accepts(option) || puzzle.ideaOf(option)) continue;
          const why = puzzle.whyNot(option);
          assert.match(why, level === 1 ? /\d/ : /^That line is correct\./, option);
        }
      }
    }
  });

  test('that leaves B as it was has the idea of the puzzle', () => {
    const puzzle = makePuzzle(2, 1, ask);
    const [, shape] = /B (\([\d,]+\)) is an error/.exec(puzzle.prompt);
    assert.equal(puzzle.ideaOf(shape), 'M4');
  });
});
